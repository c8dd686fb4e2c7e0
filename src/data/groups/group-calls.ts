import { readInstant } from '#contract/wire/amounts.ts';
import { readGroupCard } from '#contract/wire/groups.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { groupEntity, groupSnapshot } from '#commands/group/group-entity.ts';
import type { GroupMoney } from '#commands/group/save.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import type { GroupMove } from '#domain/group-moves.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { askAgainMs, untilAnswered } from '#data/api/lost-answer.ts';
import { engineNow } from '#data/outbox/store-engine.ts';
import { payingStartMs } from '#domain/limits.ts';
import { newUuid } from '#platform/random.ts';
import { refetchGroup } from './group-detail.ts';
import type { GroupEnd, GroupStore, StoredOrderGroup } from './groups.ts';

/*
 * The changes of a table that need the server. They are sent at once and never queued. All reject with the server's
 * refusal, except `chargeGroup`, which resolves to it.
 */

/** Shows the group of an answer. Returns what of it can be undone. */
async function take(wire: WireGroup, { id: storeId, currency }: GroupStore): Promise<GroupMove | null> {
  const { items: _items, orders: _orders, payments: _payments, tip: _tip, last_move, ...card } = wire;
  const group = readGroupCard(card, currency);
  await engineNow()?.merge({ snapshots: [groupSnapshot(group)], removed: [], cursor: null });
  refetchGroup(storeId, group.id);
  return last_move && { ...last_move, at: readInstant(last_move.at) };
}

/** Whether this device has orders of a table that the server does not know yet. */
export function hasUnsentOrders(codeId: number): boolean {
  const view = engineNow()?.getView();
  return (
    !!view && [...orderEntity.shown(view).values()].some(({ body }) => body.id === null && body.code?.id === codeId)
  );
}

/**
 * Finishes a table that a provider charges. It is sent at once and never queued; refused when the table has changed since
 * the person saw it. The table is PAYING then. `onDoubt`: a card pays, and the answer was lost and is being asked for.
 */
export async function chargeGroup(
  store: GroupStore,
  group: StoredOrderGroup,
  {
    money: { payments = [], ...amounts },
    authorised,
    onDoubt,
  }: { readonly money: GroupMoney; readonly authorised: string | null; readonly onDoubt?: (() => void) | undefined },
): Promise<GroupEnd> {
  const context = { idempotencyKey: newUuid(), ifMatch: group.rev, authorised };
  const save = { ...amounts, status: 'COMPLETE' as const, payments: payments.map((p) => ({ ...p })) };
  const send = () => api.groups.save({ store_id: store.id, id: group.id, ...save }, { context });
  try {
    await take(await (onDoubt ? untilAnswered(send, onDoubt) : untilAnswered(send, () => {}, payingStartMs)), store);
    return { kind: 'applied' };
  } catch (error) {
    const { code, messages } = readFailure(error);
    return { kind: 'refused', code, message: messages.join(' ') };
  }
}

/** Moves a table's group to another table (G-51). `onDoubt`: the answer was lost and is being asked for. */
export async function changeGroupCode(
  store: GroupStore,
  id: number,
  codeId: number,
  onDoubt: () => void,
): Promise<void> {
  const call = { context: { idempotencyKey: newUuid() } };
  const send = () => api.groups.changeCode({ store_id: store.id, id, code_id: codeId }, call);
  await take(await untilAnswered(send, onDoubt, askAgainMs), store);
}

/** How a change of two tables is sent: once, and only on the table that the person saw. */
const seen = ({ rev }: OrderGroup) => ({ context: { idempotencyKey: newUuid(), ifMatch: rev } });

/** Moves units of lines to another open table. `onDoubt`: the answer was lost and is being asked for. */
export async function moveGroupItems(
  store: GroupStore,
  group: StoredOrderGroup,
  to: StoredOrderGroup,
  items: readonly { readonly item_id: number; readonly quantity: number }[],
  onDoubt: () => void,
): Promise<GroupMove | null> {
  const input = { store_id: store.id, id: group.id, to: to.id, items: items.map((i) => ({ ...i })) };
  const call = seen(group);
  const wire = await untilAnswered(() => api.groups.moveItems(input, call), onDoubt, askAgainMs);
  refetchGroup(store.id, to.id);
  return take(wire, store);
}

/** Joins another open table to this one. `onDoubt`: the answer was lost and is being asked for. */
export async function mergeGroups(
  store: GroupStore,
  group: StoredOrderGroup,
  from: StoredOrderGroup,
  onDoubt: () => void,
): Promise<GroupMove | null> {
  const input = { store_id: store.id, id: group.id, from: from.id, from_rev: from.rev };
  const call = seen(group);
  return take(await untilAnswered(() => api.groups.merge(input, call), onDoubt, askAgainMs), store);
}

/** Undoes the last move of a table. A lost answer is asked for again. */
export async function undoGroupMove(store: GroupStore, id: number, move: GroupMove): Promise<void> {
  const call = { context: { idempotencyKey: newUuid() } };
  const send = () => api.groups.undoMove({ store_id: store.id, id, move_id: move.id }, call);
  await take(await untilAnswered(send, () => {}, askAgainMs), store);
}

/** Deletes a table's group with its orders (G-52). */
export async function removeGroup(store: GroupStore, group: OrderGroup): Promise<void> {
  if (group.id === null) return;
  await api.groups.remove({ store_id: store.id, id: group.id });
  await engineNow()?.merge({ snapshots: [], removed: [{ type: groupEntity.name, id: group.uid }], cursor: null });
}
