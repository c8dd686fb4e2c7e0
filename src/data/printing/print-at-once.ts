import { type AskedPaper, askForPaper } from './asked-paper.ts';
import { printerConfigs } from './printer-configs.ts';

/** Prints what a person has just made on this device, where it is set to print such papers by itself (P-33, F5). */
export function printAtOnce(storeId: number, kind: 'cashbox' | 'billing', asked: AskedPaper): void {
  if (printerConfigs(storeId)[kind]?.automatic === true) askForPaper(asked);
}
