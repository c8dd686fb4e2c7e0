import { create } from 'zustand';
import { printerKinds, type PrinterConfig, type PrinterConfigs, type PrinterKind } from '#domain/printing.ts';
import { readPrinterConfigs } from '#domain/printing.ts';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';

/** Stored per device and store, not per user (P-20). */
const recordOf = (storeId: number) => localRecord<object>(`printers:${storeId}`, 1, isObject);

const useConfigs = create<Readonly<Record<number, PrinterConfigs>>>(() => ({}));

/** Where this device prints each kind of a store. */
export function printerConfigs(storeId: number): PrinterConfigs {
  const known = useConfigs.getState()[storeId];
  if (known) return known;
  const read = readPrinterConfigs(recordOf(storeId).read());
  useConfigs.setState({ [storeId]: read });
  return read;
}

export function usePrinterConfigs(storeId: number): PrinterConfigs {
  return useConfigs((all) => all[storeId]) ?? printerConfigs(storeId);
}

/** Sets these kinds; null: not printed any more. */
export function setPrinterConfigs(
  storeId: number,
  change: Readonly<Partial<Record<PrinterKind, PrinterConfig | null>>>,
): void {
  const before = printerConfigs(storeId);
  const next: Partial<Record<PrinterKind, PrinterConfig>> = {};
  for (const kind of printerKinds) {
    const config = kind in change ? change[kind] : before[kind];
    if (config) next[kind] = config;
  }
  recordOf(storeId).write(next);
  useConfigs.setState({ [storeId]: next });
}
