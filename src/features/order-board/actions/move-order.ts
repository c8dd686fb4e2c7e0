import { currentOrder, queueOrderStatus } from '#data/orders/orders.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { statusTargets } from '#domain/order-status.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { toast } from '#ui/toast/toast.ts';
import { moveTexts } from './move-texts.ts';

export type MoveStore = Pick<Store, 'id' | 'currency' | 'status' | 'pivot' | 'plan'>;

/** uid -> the notice that still offers to undo its last move: only the last one can be undone. */
const offered = new Map<string, string>();

/** uids whose tap is on its way to the disk: a second tap on the same button is the same tap. */
const accepting = new Set<string>();

/**
 * Queues the change; when it is on disk the card has moved. For 5 s «Deshacer» queues the way back, for those who may
 * take a step back. The notice is also what is announced. Resolves to false when nothing was accepted: the status table
 * does not lead there, or the disk refused.
 */
export async function moveOrder(order: Order, to: OrderStatus, store: MoveStore): Promise<boolean> {
  if (!statusTargets[order.status].includes(to)) return false;
  if ((await kept(order, () => queueOrderStatus(order, to, store))) === undefined) return false;
  if (can('order.changeStatus', store)) tellMoved(order, to, store);
  else toast.show({ kind: 'success', text: moveTexts.moved(order.number, to) });
  return true;
}

/** Says that `order` is `to` now, and offers the way back for 5 s; `takeBack` may know a shorter one. */
export function tellMoved(
  { uid, number, status: from }: Order,
  to: OrderStatus,
  store: MoveStore,
  takeBack: () => Promise<boolean> = () => Promise.resolve(false),
): void {
  withdrawUndo(uid);
  const text = moveTexts.moved(number, to);
  // There is no way back to PAYING, and none to a rejection: that has its reason.
  if (!statusTargets[to].includes(from)) {
    toast.show({ kind: 'success', text });
    return;
  }
  offered.set(uid, toast.undo({ text, onUndo: () => void moveBack(uid, from, to, store, takeBack) }));
}

/** Takes «Deshacer» away: another move replaced it, or the server refused what it would undo. */
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
  // Somebody has moved it on meanwhile: undoing would undo theirs.
  if (now.status !== to) toast.show({ kind: 'warning', text: moveTexts.notUndone(now.number) });
  else await kept(now, async () => (await takeBack()) || queueOrderStatus(now, from, store));
}

/** What `queue` resolves with once it is on disk; undefined when a tap is on its way already, or the disk refused it. */
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
