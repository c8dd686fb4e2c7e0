import { automaticPrintMaxAgeMs, printHistoryMax } from './limits.ts';
import type { Order } from './order.ts';
import { nestedRows } from './order.ts';
import { printsByItself } from './paper/automatic.ts';
import { orderPapers, type OrderPaper } from './paper/kinds.ts';
import type { PrinterConfigs } from './printing.ts';
import { after, type Instant } from './time.ts';

/**
 * What this device prints by itself, and what it has printed, as keys of `automaticKey`, oldest first. It saves calls
 * only: whether a paper may be printed is decided by the server (decision 040).
 */
export interface PrintHistory {
  /** Waiting or being printed. */
  readonly printing: readonly string[];
  readonly printed: readonly string[];
  /** Kinds that print by themselves and whose earlier orders are in `printed` (N-34). */
  readonly started: readonly OrderPaper[];
}

export const emptyHistory: PrintHistory = { printing: [], printed: [], started: [] };

/** What the paper of an order says, as far as it decides whether there is something to print again. */
function contentOf(paper: OrderPaper, order: Order): string {
  if (paper !== 'commander') return '';
  const lines = nestedRows(order.order_detail).map(({ row }) => `${row.id}x${row.quantity}`);
  return [order.code?.id ?? '', ...lines].join(' ');
}

/** Names a paper of an order with its content: a comanda changes with lines and table, the others print once. */
export const automaticKey = (paper: OrderPaper, order: Order): string =>
  `${paper} ${order.id} ${contentOf(paper, order)}`;

const latest = (keys: readonly string[]): readonly string[] => keys.slice(-printHistoryMax);
const without = (keys: readonly string[], key: string): readonly string[] => keys.filter((k) => k !== key);

/** The paper is being printed. The oldest entry goes when there are too many (P-35). */
export const withPrinting = (history: PrintHistory, key: string): PrintHistory => ({
  ...history,
  printing: latest([...without(history.printing, key), key]),
});

/** It is not being printed any more, and was not printed. */
export const withoutPrinting = (history: PrintHistory, key: string): PrintHistory => ({
  ...history,
  printing: without(history.printing, key),
});

/** The paper was printed. An order that is rejected may be taken up again, with a comanda of its own. */
export function withPrinted(history: PrintHistory, key: string): PrintHistory {
  const [paper, id] = key.split(' ');
  const opposite = paper === 'rejected' ? 'commander' : paper === 'commander' ? 'rejected' : null;
  const kept = history.printed.filter((k) => opposite === null || !k.startsWith(`${opposite} ${id} `));
  return { ...withoutPrinting(history, key), printed: latest([...without(kept, key), key]) };
}

/** A paper that an order prints by itself now. */
export interface AutomaticPaper {
  readonly paper: OrderPaper;
  readonly uid: string;
  readonly key: string;
}

/** The kinds that this device prints by itself: on a printer of its own. */
export const automaticKinds = (configs: PrinterConfigs): OrderPaper[] =>
  orderPapers.filter((paper) => configs[paper]?.method === 'local' && configs[paper].automatic);

/** What the orders print by themselves now, whether it was printed or not. Older than 12 hours: nothing (N-34). */
export const automaticPapers = (
  orders: readonly Order[],
  kinds: readonly OrderPaper[],
  now: Instant,
): AutomaticPaper[] =>
  orders.flatMap((order) =>
    order.id === null || after(order.created_at, automaticPrintMaxAgeMs) < now
      ? []
      : kinds
          .filter((paper) => printsByItself(paper, order))
          .map((paper) => ({ paper, uid: order.uid, key: automaticKey(paper, order) })),
  );

/**
 * The history when these kinds print by themselves: of a kind that has just begun, what is there already counts as
 * printed (N-34); one that was switched off begins anew the next time.
 */
export function startedHistory(
  history: PrintHistory,
  kinds: readonly OrderPaper[],
  papers: readonly AutomaticPaper[],
): PrintHistory {
  const fresh = kinds.filter((kind) => !history.started.includes(kind));
  if (fresh.length === 0 && kinds.length === history.started.length) return history;
  return papers
    .filter(({ paper }) => fresh.includes(paper))
    .reduce((before, { key }) => withPrinted(before, key), { ...history, started: kinds });
}

/** What is to be printed: neither printed nor being printed. */
export const papersToPrint = ({ printing, printed }: PrintHistory, papers: readonly AutomaticPaper[]) => {
  const known = new Set([...printing, ...printed]);
  return papers.filter(({ key }) => !known.has(key));
};
