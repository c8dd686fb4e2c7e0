import { readFailure, readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { currentOrder } from '#data/orders/orders.ts';
import { type AskedPaper, askForPaper } from '#data/printing/asked-paper.ts';
import { troubleText } from '#data/printing/print-trouble.ts';
import { askForPrintSetup } from '#data/printing/print-setup.ts';
import { ownPointId } from '#data/printing/own-point.ts';
import { connectPrinting, usePrintService } from '#data/printing/print-service.ts';
import { printerConfigs } from '#data/printing/printer-configs.ts';
import { sendJob } from '#data/printing/remote-jobs.ts';
import type { PrinterConfig } from '#domain/printing.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import { qzFailureText, sentToPrinterText } from '#texts/printing.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { paperBytes, sheetPaper, withLogo } from './papers.ts';
import { printDue } from './print-due.ts';
import { printInTurn } from './printer-queue.ts';
import { noteSentJob } from './sent-jobs.ts';
import { handTexts as texts, paperTexts } from './paper-texts.ts';

/** Whose printer prints it. */
const kindOfPaper = ({ paper }: AskedPaper): PrinterKind =>
  paper === 'group' ? 'summary' : paper === 'report' ? 'cashbox' : paper;

/** Papers that are being printed, so that a double tap prints once. */
const underWay = new Set<string>();

function nameOf(asked: AskedPaper): string {
  switch (asked.paper) {
    case 'group':
      return `group ${asked.group.id}`;
    case 'cashbox':
      return `cashbox ${asked.register.id}`;
    case 'invoice':
      return `invoice ${asked.document.id}`;
    case 'report':
      return 'report';
    case 'commander':
    case 'rejected':
    case 'summary':
      return `${asked.paper} ${asked.uid}`;
  }
}

/** The destination of a paper on this device; null: a person has to see it first. */
export function destinationFor(store: Store, asked: AskedPaper): PrinterConfig | null {
  const config = printerConfigs(store.id)[kindOfPaper(asked)] ?? null;
  if (config === null || !useNetwork.getState().online) return null;
  // A job prints a register, not a report.
  if (config.method === 'remote') return asked.paper === 'report' ? null : config;
  return ownPointId(store.id) === null ? null : config;
}

/** Prints what a person asked for, here or on another print point, and says how it went. */
export async function printByHand(store: Store, asked: AskedPaper, config: PrinterConfig): Promise<void> {
  const name = nameOf(asked);
  if (underWay.has(name)) return;
  underWay.add(name);
  try {
    await (config.method === 'remote' ? printThere(store, asked, config.value) : printHere(store, asked, config));
  } catch (error) {
    tellTrouble(asked, readFailureText(error), store);
  } finally {
    underWay.delete(name);
  }
}

async function printHere(
  store: Store,
  asked: AskedPaper,
  config: Extract<PrinterConfig, { readonly method: 'local' }>,
): Promise<void> {
  await connectPrinting(store.id);
  const { state } = usePrintService.getState();
  if (state.name !== 'connected') return tellNoService(state.name === 'disconnected' ? state.why : null);
  if (!('uid' in asked)) {
    const bytes = paperBytes(sheetPaper(asked, deviceClock.now(), await withLogo(store)));
    const trouble = await printInTurn(store.id, config.value, bytes);
    return trouble ? tellTrouble(asked, troubleText(trouble, config.value), store) : tellSent(config.value);
  }
  const order = currentOrder(asked.uid);
  if (order?.id === null || order === null) return tellTrouble(asked, paperTexts.gone, store);
  const claim = { orderId: order.id, paper: asked.paper, hand: true, config };
  const { ends } = await printDue(store, claim, newUuid());
  if (ends.length === 0) return tellTrouble(asked, paperTexts.notNow, store);
  for (const { printer, outcome, text } of ends)
    if (outcome === 'accepted') tellSent(printer);
    else if (outcome === 'unknown') tellUnknown(asked, text ?? '');
    else tellTrouble(asked, text ?? '', store);
}

/** Jobs whose answer was lost, by what they print where. Sent again they are the same job, so they print once. */
const unanswered = new Map<string, string>();

async function printThere(store: Store, asked: AskedPaper, to: number): Promise<void> {
  const printed = printedBy(asked);
  if (printed === null) return tellTrouble(asked, paperTexts.gone, store);
  const name = `${nameOf(asked)} at ${to}`;
  const job = unanswered.get(name) ?? newUuid();
  unanswered.set(name, job);
  noteSentJob(job, asked, store);
  await sendJob(store.id, { paper: kindOfPaper(asked), ...printed, to }, job).catch((error: unknown) => {
    if (readFailure(error).code !== 'no_response') unanswered.delete(name);
    throw error;
  });
  unanswered.delete(name);
  toast.show({ id: `print ${job}`, kind: 'info', text: texts.sentAway });
}

/** What a job prints, for the computer that reads it again; null: it is not there any more, or no job prints it. */
function printedBy(asked: AskedPaper): { readonly type: PrintedType; readonly id: number } | null {
  switch (asked.paper) {
    case 'group':
      return { type: 'orderGroup', id: asked.group.id };
    case 'cashbox':
      return { type: 'cashbox', id: asked.register.id };
    case 'invoice':
      return asked.payable;
    case 'report':
      return null;
    case 'commander':
    case 'rejected':
    case 'summary': {
      const id = currentOrder(asked.uid)?.id ?? null;
      return id === null ? null : { type: 'order', id };
    }
  }
}

const tellSent = (printer: string): void => void toast.show({ kind: 'success', text: sentToPrinterText(printer) });

/** Nobody knows whether it was printed: the person looks (decision 040). */
const tellUnknown = (asked: AskedPaper, text: string): void =>
  void toast.show({
    kind: 'warning',
    duration: 'sticky',
    text,
    action: { label: texts.again, onAction: () => askForPaper(asked) },
  });

/** P-43, with the ways out. */
export function tellTrouble(asked: AskedPaper, text: string, store: Store): void {
  const name = nameOf(asked);
  toast.show({
    id: `print ${name}`,
    kind: 'error',
    duration: 'sticky',
    text,
    action: {
      label: texts.retry,
      onAction() {
        const config = destinationFor(store, asked);
        if (config) void printByHand(store, asked, config);
        else askForPaper(asked, true);
      },
    },
    secondary: { label: texts.other, onAction: () => askForPaper(asked, true) },
  });
}

/** P-45. */
function tellNoService(why: Parameters<typeof qzFailureText>[0] | null): void {
  const text = qzFailureText(why ?? 'away', null);
  toast.show({
    id: 'print-service',
    kind: 'error',
    duration: 'sticky',
    text,
    action: { label: texts.configure, onAction: () => askForPrintSetup('point') },
  });
  announce(text, 'assertive');
}
