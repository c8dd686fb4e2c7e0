import { create } from 'zustand';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';

/** What this device knows of itself as a print point of a store, also for people who may not read the list. */
const recordOf = (storeId: number) =>
  localRecord<number>(`print-point:${storeId}`, 1, (v): v is number => Number.isInteger(v));

/** The id of the print point that this device is; null: none that it knows of. */
export const ownPointId = (storeId: number): number | null => recordOf(storeId).read();

export function keepOwnPoint(storeId: number, id: number | null): void {
  if (id === null) recordOf(storeId).clear();
  else recordOf(storeId).write(id);
  noteChange();
}

/** Where this device prints each kind, as `printer-configs` reads it (P-20). */
export const printersRecord = (storeId: number) => localRecord<object>(`printers:${storeId}`, 1, isObject);

/** Counts the changes of what this page stored about printing. */
const useChanges = create(() => ({ count: 0 }));

export const noteChange = (): void => useChanges.setState(({ count }) => ({ count: count + 1 }));

/** Whether this device prints, or sends prints to others; it costs no code of printing to know. */
export function useUsesPrinters(storeId: number): boolean {
  useChanges();
  return ownPointId(storeId) !== null || Object.keys(printersRecord(storeId).read() ?? {}).length > 0;
}
