import type { Order } from './order.ts';
import type { OrderGroup } from './order-group.ts';
import { can } from './permissions.ts';
import type { Gateway, Store } from './store.ts';

type InvoicingStore = Pick<Store, 'plan' | 'pivot'> & { readonly gateways: readonly Pick<Gateway, 'type'>[] };

/** Whether this member can invoice in this store at all: premium, with a billing gateway (H-09, I-18). */
export const invoicesIn = (store: InvoicingStore): boolean =>
  can('invoice.create', store) && store.gateways.some(({ type }) => type === 'billing');

type InvoicedOrder = Pick<Order, 'id' | 'code' | 'status' | 'total' | 'billings_count'>;

/** 'Facturar' of an order: no group code, no billing yet (B-78). What is being paid or was rejected is no sale yet. */
export const canInvoice = (order: InvoicedOrder, store: InvoicingStore): boolean =>
  invoicesIn(store) &&
  order.id !== null &&
  order.code?.group !== true &&
  order.billings_count === 0 &&
  order.total > 0 &&
  order.status !== 'REJECTED' &&
  order.status !== 'PAYING';

type InvoicedGroup = Pick<OrderGroup, 'id' | 'status' | 'total' | 'billings_count'>;

/** 'Facturar' of a table: it is finished and has no billing yet (G-37). */
export const canInvoiceGroup = (group: InvoicedGroup, store: InvoicingStore): boolean =>
  invoicesIn(store) &&
  group.id !== null &&
  group.billings_count === 0 &&
  group.total > 0 &&
  group.status === 'COMPLETE';

/** What an order or table that has an invoice offers: its document, to be seen and printed (G-35). */
export const hasInvoice = (payable: { readonly billings_count: number }, store: InvoicingStore): boolean =>
  invoicesIn(store) && payable.billings_count > 0;
