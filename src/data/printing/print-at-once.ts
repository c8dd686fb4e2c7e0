import { type AskedPaper, askForPaper } from './asked-paper.ts';
import { printerConfigs } from './printer-configs.ts';

/** Whether this device prints what a person makes on it by itself. */
export const printsAtOnce = (storeId: number, kind: 'cashbox' | 'billing'): boolean =>
  printerConfigs(storeId)[kind]?.automatic === true;

/** Prints what a person has just made on this device, where it is set to print such papers by itself (P-33, F5). */
export function printAtOnce(storeId: number, kind: 'cashbox' | 'billing', asked: AskedPaper): void {
  if (printsAtOnce(storeId, kind)) askForPaper(asked);
}
