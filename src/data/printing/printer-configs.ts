import { create } from 'zustand';
import { printerKinds, type PrinterConfig, type PrinterConfigs, type PrinterKind } from '#domain/printing.ts';
import { readPrinterConfigs } from '#domain/printing.ts';
import { noteChange, ownPointId, printersRecord } from './own-point.ts';

const useConfigs = create<Readonly<Record<number, PrinterConfigs>>>(() => ({}));

/** Where this device prints each kind of a store. */
export function printerConfigs(storeId: number): PrinterConfigs {
  const known = useConfigs.getState()[storeId];
  if (known) return known;
  const read = readPrinterConfigs(printersRecord(storeId).read());
  useConfigs.setState({ [storeId]: read });
  return read;
}

export function usePrinterConfigs(storeId: number): PrinterConfigs {
  return useConfigs((all) => all[storeId]) ?? printerConfigs(storeId);
}

/** The printer whose drawer this device opens: that of 'Caja', which the drawer is plugged into. null: none here. */
export function drawerPrinter(storeId: number): string | null {
  const config = printerConfigs(storeId).cashbox;
  return config?.method === 'local' && ownPointId(storeId) !== null ? config.value : null;
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
  printersRecord(storeId).write(next);
  useConfigs.setState({ [storeId]: next });
  noteChange();
}

/** Calls after each change of the destinations of any store. Returns the unsubscribe function. */
export const watchPrinterConfigs = (onChange: () => void): (() => void) => useConfigs.subscribe(onChange);
