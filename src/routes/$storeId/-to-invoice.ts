import type { PayableRef } from '#data/paying/payment-events.ts';

/** Where an order or table is invoiced (I-01), for `navigate`. */
export const toInvoice = (storeId: number, { type, id }: PayableRef) =>
  ({ to: '/$storeId/$type/$id/billing/invoice', params: { storeId: String(storeId), type, id: String(id) } }) as const;
