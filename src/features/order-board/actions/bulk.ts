import { currentOrder, queueBulkStatus } from '#data/orders/orders.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { boardStatuses } from '#domain/order.ts';
import { acceptAction, finishAction, isAllowed } from '#domain/order-actions.ts';
import { finishable } from '#domain/order-columns.ts';
import type { Member } from '#domain/permissions.ts';
import type { ServiceType } from '#domain/store.ts';
import { serviceTypes } from '#domain/store.ts';
import { withdrawUndo } from './move-order.ts';
import type { MoveStore } from './move-order.ts';
import { toast } from '#ui/toast/toast.ts';
import { bulkTexts } from './texts.ts';

/** The orders of one button of the bulk dialog, and their new status. */
export interface BulkSection {
  readonly id: 'pending' | ServiceType;
  readonly orders: readonly Order[];
  readonly to: OrderStatus;
}

/**
 * Sections of the dialog: accept all pending orders; finish all accepted and ready orders of a type (B-14, B-34, B-36).
 */
export const bulkSections = (orders: readonly Order[], member: Member): readonly BulkSection[] => {
  const section = (id: BulkSection['id'], of: readonly Order[], action: typeof acceptAction): BulkSection => ({
    id,
    orders: of.filter((order) => isAllowed(action, order, member)),
    to: action.to,
  });
  return [
    section(
      'pending',
      orders.filter((o) => o.status === 'PENDING'),
      acceptAction,
    ),
    ...serviceTypes.map((type) => section(type, finishable(orders, type), finishAction)),
  ];
};

/** Queues the section's change, all or none, and offers to undo it for 5 s. False when the disk refused. */
export async function runBulk({ id, orders, to }: BulkSection, store: MoveStore): Promise<boolean> {
  if (!(await queuedAll(orders, to, store))) return false;
  // An earlier «Deshacer» of one of these orders would undo this change.
  for (const { uid } of orders) withdrawUndo(uid);
  toast.undo({ text: bulkTexts.done[id], onUndo: () => void bulkBack(orders, to, store) });
  return true;
}

/** Returns each order to its status in `orders`, unless another device has changed it since. */
async function bulkBack(orders: readonly Order[], to: OrderStatus, store: MoveStore): Promise<void> {
  let passed = 0;
  for (const from of boardStatuses) {
    const now = orders.filter((o) => o.status === from).map((o) => currentOrder(o.uid));
    const back = now.filter((o) => o?.status === to).filter((o) => o !== null);
    passed += now.filter((o) => o !== null && o.status !== to && o.status !== from).length;
    if (back.length > 0) await queuedAll(back, from, store);
  }
  if (passed > 0) toast.show({ kind: 'warning', text: bulkTexts.notUndone(passed) });
}

async function queuedAll(orders: readonly Order[], to: OrderStatus, store: MoveStore): Promise<boolean> {
  try {
    await queueBulkStatus(orders, to, store);
    return true;
  } catch {
    toast.show({ kind: 'error', title: bulkTexts.notSaved, text: bulkTexts.notOnDisk });
    return false;
  }
}
