import { create } from 'zustand';
import type { Cashbox } from '#domain/cashbox.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import type { FiscalDocument } from '#domain/fiscal-documents.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import type { SalesReport } from '#domain/sales-report.ts';

/** A receipt that a person wants to print. The order is the one of this device, as it is then. */
export type AskedPaper =
  | { readonly paper: OrderPaper; readonly uid: string }
  | { readonly paper: 'group'; readonly group: OrderGroupDetail }
  /** `withPayouts`: the store enters the riders' cash with its payout. */
  | { readonly paper: 'cashbox'; readonly register: Cashbox; readonly withPayouts: boolean }
  /** The document of an order or table that is printed, as it is then. */
  | { readonly paper: 'invoice'; readonly document: FiscalDocument; readonly payable: PayableRef }
  | { readonly paper: 'report'; readonly report: SalesReport };

interface AskedPrint {
  readonly asked: AskedPaper | null;
  /** It is shown first, also where a printer is set. */
  readonly preview: boolean;
}

/** The receipt that a person wants, for the layer that knows how to print. */
export const useAskedPrint = create<AskedPrint>(() => ({ asked: null, preview: false }));

export const askForPaper = (asked: AskedPaper | null, preview = false): void =>
  useAskedPrint.setState({ asked, preview });
