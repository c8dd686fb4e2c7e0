import { orderEntity } from '#data/order-commands.ts';
import { queueOrderStatus } from '#data/orders.ts';
import { useEngine } from '#data/store-engine.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { statusTargets } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { toast } from '#ui/toast/toast.ts';
import { boardTexts } from './texts.ts';

type MoveStore = Pick<Store, 'id' | 'currency' | 'status'>;

/** uid -> the notice that still offers to undo its last move: only the last one can be undone. */
const offered = new Map<string, string>();

/** uids whose tap is on its way to the disk: a second tap on the same button is the same tap. */
const accepting = new Set<string>();

const currentOrder = (uid: string): Order | null =>
  useEngine.getState().current?.engine.getView().entities.get(`${orderEntity}:${uid}`)?.body ?? null;

/**
 * Queues the change; when it is on disk the card has moved, and for 5 s «Deshacer» queues the way back. The notice is
 * also what is announced. Resolves to false when nothing was accepted: not a way that exists, or the disk refused.
 */
export async function moveOrder(order: Order, to: OrderStatus, store: MoveStore): Promise<boolean> {
  const from = order.status;
  if (!statusTargets[from].includes(to)) return false;
  if (!(await queued(order, to, store))) return false;
  withdrawUndo(order.uid);
  const text = boardTexts.moved(order.number, to);
  // A rejection has its reason: it cannot be had back by a bare change of status.
  if (!statusTargets[to].includes(from)) {
    toast.show({ kind: 'success', text });
    return true;
  }
  offered.set(order.uid, toast.undo({ text, onUndo: () => void moveBack(order.uid, from, to, store) }));
  return true;
}

/** Takes «Deshacer» away: another move replaced it, or the server refused what it would undo. */
export function withdrawUndo(uid: string): void {
  const notice = offered.get(uid);
  if (notice !== undefined) toast.dismiss(notice);
  offered.delete(uid);
}

async function moveBack(uid: string, from: OrderStatus, to: OrderStatus, store: MoveStore): Promise<void> {
  offered.delete(uid);
  const now = currentOrder(uid);
  if (!now || now.status === from) return;
  // Somebody has moved it on meanwhile: undoing would undo theirs.
  if (now.status !== to) toast.show({ kind: 'warning', text: boardTexts.notUndone(now.number) });
  else await queued(now, from, store);
}

async function queued(order: Order, to: OrderStatus, store: MoveStore): Promise<boolean> {
  if (accepting.has(order.uid)) return false;
  accepting.add(order.uid);
  try {
    await queueOrderStatus(order, to, store);
    return true;
  } catch {
    toast.show({ kind: 'error', title: boardTexts.notSaved, text: boardTexts.notOnDisk(order.number) });
    return false;
  } finally {
    accepting.delete(order.uid);
  }
}
