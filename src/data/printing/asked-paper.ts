import { create } from 'zustand';
import type { Cashbox } from '#domain/cashbox.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import type { SalesReport } from '#domain/sales-report.ts';

/** A receipt that a person wants to see and print. The order is the one of this device, as it is then. */
export type AskedPaper =
  | { readonly paper: OrderPaper; readonly uid: string }
  | { readonly paper: 'group'; readonly group: OrderGroupDetail }
  /** `withPayouts`: the store enters the riders' cash with its payout. */
  | { readonly paper: 'cashbox'; readonly register: Cashbox; readonly withPayouts: boolean }
  | { readonly paper: 'report'; readonly report: SalesReport };

/** The receipt on the screen. */
export const useAskedPaper = create<{ readonly asked: AskedPaper | null }>(() => ({ asked: null }));

export const askForPaper = (asked: AskedPaper | null): void => useAskedPaper.setState({ asked });
