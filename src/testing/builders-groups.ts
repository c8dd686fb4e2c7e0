import { zero } from '#domain/money.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { testNow } from './builders.ts';

/** The open group of Mesa 8, without orders. */
export const buildOrderGroup = (more: Partial<OrderGroup> = {}): OrderGroup => ({
  id: 1,
  uid: '01939b1e-0000-7000-8000-0000000000aa',
  code: { id: 8, code: 'm8', description: 'Mesa 8', group: true },
  status: 'OPENED',
  seller: null,
  data: { people: 2, childrens: false },
  subtotal: zero,
  discount: zero,
  delivery_amount: zero,
  total: zero,
  billings_count: 0,
  waiting_count: 0,
  created_at: testNow,
  ver: 1,
  rev: 1,
  ...more,
});
