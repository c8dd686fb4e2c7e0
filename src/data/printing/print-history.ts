import { emptyHistory, type PrintHistory } from '#domain/automatic-printing.ts';
import { orderPapers } from '#domain/paper/kinds.ts';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';

type Kept = Omit<PrintHistory, 'printing'>;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');

const isKept = (value: unknown): value is Kept =>
  isObject(value) &&
  isTexts(value['printed']) &&
  isTexts(value['started']) &&
  value['started'].every((kind) => orderPapers.some((paper) => paper === kind));

const historyRecord = (storeId: number) => localRecord<Kept>(`printed:${storeId}`, 1, isKept);

/** The history of automatic printing of a store on this device; it survives a reload (F-09). */
export function openPrintHistory(storeId: number): { get(): PrintHistory; keep(history: PrintHistory): void } {
  const record = historyRecord(storeId);
  // What was being printed when the page ended is asked for again; the server knows whether it may be printed.
  let now: PrintHistory = { ...emptyHistory, ...record.read(), printing: [] };
  return {
    get: () => now,
    keep(history) {
      now = history;
      record.write({ printed: history.printed, started: history.started });
    },
  };
}
