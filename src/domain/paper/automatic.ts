import type { OrderStatus } from '#domain/order.ts';
import type { OrderPaper } from './kinds.ts';

/** The statuses in which each prints by itself (P-30, P-31, P-32). */
const automaticStatuses: Readonly<Record<OrderPaper, readonly OrderStatus[]>> = {
  commander: ['ACCEPTED', 'DELIVER'],
  rejected: ['REJECTED'],
  summary: ['DELIVER', 'COMPLETE'],
};

/** Whether an order prints this by itself now; the summary of a table is the table's (P-32). */
export const printsByItself = (
  paper: OrderPaper,
  { status, order_group_id }: { readonly status: OrderStatus; readonly order_group_id: number | null },
): boolean => automaticStatuses[paper].includes(status) && (paper !== 'summary' || order_group_id === null);
