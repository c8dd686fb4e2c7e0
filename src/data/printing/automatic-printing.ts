import {
  automaticKinds,
  automaticPapers,
  type AutomaticPaper,
  papersToPrint,
  type PrintHistory,
  startedHistory,
  withoutPrinting,
  withPrinted,
  withPrinting,
} from '#domain/automatic-printing.ts';
import { automaticPrintMs } from '#domain/limits.ts';
import type { Order } from '#domain/order.ts';
import type { PrinterConfigs } from '#domain/printing.ts';
import type { Instant } from '#domain/time.ts';

export interface AutomaticPrintingPorts {
  readonly now: () => Instant;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  readonly configs: () => PrinterConfigs;
  /** The orders as the server has them. */
  readonly orders: () => readonly Order[];
  /** Whether this tab prints now: it leads, and its printers can be reached. */
  readonly ready: () => boolean;
  readonly history: () => PrintHistory;
  readonly keep: (history: PrintHistory) => void;
  /** Resolves to false when nothing was printed, and nothing may have been: it is tried again. */
  readonly print: (paper: AutomaticPaper) => Promise<boolean>;
}

export interface AutomaticPrinting {
  /** Call it after every change of orders, settings or readiness. */
  look(): void;
  stop(): void;
}

/**
 * Prints what orders print by themselves, each paper once, 1.5 s after it is there; what is not there any more by then is
 * not printed, so that an undone change prints nothing (P-34).
 */
export function createAutomaticPrinting(ports: AutomaticPrintingPorts): AutomaticPrinting {
  const { now, wakeIn, configs, orders, ready, history, keep, print } = ports;
  const waiting = new Set<() => void>();
  let stopped = false;

  const papersNow = (): readonly AutomaticPaper[] => automaticPapers(orders(), automaticKinds(configs()), now());

  const start = async (asked: AutomaticPaper): Promise<void> => {
    const still = ready() && papersNow().some(({ key }) => key === asked.key);
    const printed = still && (await print(asked).catch(() => false));
    if (stopped) return;
    keep((printed ? withPrinted : withoutPrinting)(history(), asked.key));
  };

  return {
    look() {
      if (stopped) return;
      const papers = papersNow();
      const before = history();
      const started = startedHistory(before, automaticKinds(configs()), papers);
      if (started !== before) keep(started);
      if (!ready()) return;
      for (const paper of papersToPrint(history(), papers)) {
        keep(withPrinting(history(), paper.key));
        const cancel = wakeIn(automaticPrintMs, () => {
          waiting.delete(cancel);
          void start(paper);
        });
        waiting.add(cancel);
      }
    },
    stop() {
      stopped = true;
      for (const cancel of waiting) cancel();
    },
  };
}
