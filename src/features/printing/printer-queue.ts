import { type PrintTrouble, printLocally } from '#data/printing/print-service.ts';

/** The last paper of each printer: a slow printer holds its own papers, and no others. */
const queues = new Map<string, Promise<unknown>>();

/** Prints behind what this printer prints already. null: its queue has the bytes. */
export function printInTurn(storeId: number, printer: string, bytes: Uint8Array): Promise<PrintTrouble | null> {
  const before = queues.get(printer) ?? Promise.resolve();
  const turn = before.then(() => printLocally(storeId, printer, bytes));
  queues.set(
    printer,
    turn.catch(() => {}),
  );
  return turn;
}
