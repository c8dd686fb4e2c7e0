import type { BoardStatus, Order } from './order.ts';
import { isOnBoard } from './order.ts';
import type { ServiceType } from './store.ts';

type Placed = Pick<Order, 'id' | 'ready_by' | 'created_at'>;

/** Sorts by ready_by (created_at if empty), then by id; an order without an id comes last (B-42, N-49). */
export const byReadiness = (a: Placed, b: Placed): number =>
  (a.ready_by ?? a.created_at) - (b.ready_by ?? b.created_at) ||
  (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER);

/** All orders that are not on the board, newest first (B-41, D-20). */
export const finishedOrders = <T extends Pick<Order, 'status' | 'created_at'>>(orders: readonly T[]): T[] =>
  orders.filter((o) => !isOnBoard(o.status)).toSorted((a, b) => b.created_at - a.created_at);

export const ordersInColumn = <T extends Placed & Pick<Order, 'status'>>(
  orders: readonly T[],
  column: BoardStatus,
): T[] => orders.filter((o) => o.status === column).toSorted(byReadiness);

/** Orders that 'Finalizar' of one service type would finish (B-36). */
export const finishable = <T extends Pick<Order, 'type' | 'status'>>(orders: readonly T[], type: ServiceType): T[] =>
  orders.filter((o) => o.type === type && (o.status === 'ACCEPTED' || o.status === 'DELIVER'));

/** The card sizes of A− and A+, in percent. */
export const zoomSteps = [85, 100, 115, 130, 150, 175] as const;

/** The next size in that direction; null at the limit. */
export function nextZoom(current: number, direction: 1 | -1): number | null {
  const beyond =
    direction === 1 ? zoomSteps.filter((z) => z > current) : zoomSteps.filter((z) => z < current).toReversed();
  return beyond[0] ?? null;
}
