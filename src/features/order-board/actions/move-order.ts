import { currentOrder, queueOrderStatus } from '#data/orders/orders.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { statusTargets } from '#domain/order-status.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { toast } from '#ui/toast/toast.ts';
import { moveTexts } from './move-texts.ts';

export type MoveStore = Pick<Store, 'id' | 'currency' | 'status' | 'pivot' | 'plan'>;

/** uid -> the notice that offers to undo its last move. Only the last move can be undone. */
const offered = new Map<string, string>();

/** uids of orders whose command is being written to disk: a second tap is ignored. */
const accepting = new Set<string>();

/**
 * Queues the status change; the card moves when it is on disk. For 5 s «Deshacer» queues the reverse, for users who may
 * step back; the notice is also announced. Resolves to false when nothing was queued: the status table has no such
 * transition, or the disk refused.
 */
export async function moveOrder(order: Order, to: OrderStatus, store: MoveStore): Promise<boolean> {
  if (!statusTargets[order.status].includes(to)) return false;
  if ((await kept(order, () => queueOrderStatus(order, to, store))) === undefined) return false;
  if (can('order.changeStatus', store)) tellMoved(order, to, store);
  else toast.show({ kind: 'success', text: moveTexts.moved(order.number, to) });
  return true;
}

/**
 * Shows that `order` is now `to`, and offers to undo it for 5 s. `takeBack` may cancel the unsent command instead of
 * queueing the reverse.
 */
export function tellMoved(
  { uid, number, status: from }: Order,
  to: OrderStatus,
  store: MoveStore,
  takeBack: () => Promise<boolean> = () => Promise.resolve(false),
): void {
  withdrawUndo(uid);
  const text = moveTexts.moved(number, to);
  // The status table has no way back to PAYING, or to REJECTED, which needs a reason.
  if (!statusTargets[to].includes(from)) {
    toast.show({ kind: 'success', text });
    return;
  }
  offered.set(uid, toast.undo({ text, onUndo: () => void moveBack(uid, from, to, store, takeBack) }));
}

/** Removes «Deshacer»: another move replaced it, or the server refused the move. */
export function withdrawUndo(uid: string): void {
  const notice = offered.get(uid);
  if (notice !== undefined) toast.dismiss(notice);
  offered.delete(uid);
}

async function moveBack(
  uid: string,
  from: OrderStatus,
  to: OrderStatus,
  store: MoveStore,
  takeBack: () => Promise<boolean>,
): Promise<void> {
  offered.delete(uid);
  const now = currentOrder(uid);
  if (!now || now.status === from) return;
  // Another device has moved the order since: undoing would undo that move.
  if (now.status !== to) toast.show({ kind: 'warning', text: moveTexts.notUndone(now.number) });
  else await kept(now, async () => (await takeBack()) || queueOrderStatus(now, from, store));
}

/**
 * Resolves to the result of `queue` once it is on disk; undefined when a command of this order is already being
 * written, or the disk refused.
 */
export async function kept<T>(order: Order, queue: () => Promise<T>): Promise<T | undefined> {
  if (accepting.has(order.uid)) return undefined;
  accepting.add(order.uid);
  try {
    return await queue();
  } catch {
    toast.show({ kind: 'error', title: moveTexts.notSaved, text: moveTexts.notOnDisk(order.number) });
    return undefined;
  } finally {
    accepting.delete(order.uid);
  }
}
