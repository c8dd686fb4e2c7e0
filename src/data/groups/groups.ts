import { useMemo, useSyncExternalStore } from 'react';
import { readInstant } from '#contract/wire/amounts.ts';
import { readGroupCard } from '#contract/wire/groups.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { groupEntity, groupSnapshot } from '#commands/group/group-entity.ts';
import { groupOpen } from '#commands/group/open.ts';
import type { GroupMoney } from '#commands/group/save.ts';
import { groupSave } from '#commands/group/save.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import type { GroupMove } from '#domain/group-moves.ts';
import { payingStartMs } from '#domain/limits.ts';
import { add } from '#domain/money.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { activeGroup, groupAmounts, isActiveGroup } from '#domain/order-group.ts';
import type { GroupData } from '#domain/order-group.ts';
import type { Code, Seller, Store } from '#domain/store.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { untilAnswered } from '#data/orders/card-sending.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { Settled } from '#sync/engine-types.ts';
import type { View } from '#sync/view.ts';
import { refetchGroup } from './group-detail.ts';

type GroupStore = Pick<Store, 'id' | 'currency'>;

const emptyView: Pick<View, 'entities'> = { entities: new Map() };
const noSubscription = (): (() => void) => () => {};
const engineNow = () => useEngine.getState().current?.engine ?? null;

/**
 * The groups that occupy a code, by the code's id, as this device shows them: with its own orders that the server does
 * not know yet.
 */
export function useGroups(): ReadonlyMap<number, OrderGroup> {
  const engine = useEngine((s) => s.current?.engine ?? null);
  const { entities } = useSyncExternalStore(engine?.subscribe ?? noSubscription, engine?.getView ?? (() => emptyView));
  const [groups, orders] = [groupEntity.shown({ entities }), orderEntity.shown({ entities })];
  return useMemo(() => {
    const active = [...groups.values()].map((g) => g.body).filter((g) => isActiveGroup(g.status));
    const unsent = [...orders.values()].map((o) => o.body).filter((o) => o.id === null && o.code?.group === true);
    return new Map(
      active.map((group) => {
        const own = unsent.filter((o) => o.code?.id === group.code.id);
        const subtotal = add(group.subtotal, ...own.map((o) => o.total));
        const waiting_count = group.waiting_count + own.length;
        return [group.code.id, { ...group, ...groupAmounts(subtotal, group.discount), waiting_count }];
      }),
    );
  }, [groups, orders]);
}

/** A group as the device shows it; null when it knows none with this uid. */
export function useGroup(uid: string): OrderGroup | null {
  const engine = useEngine((s) => s.current?.engine ?? null);
  const { entities } = useSyncExternalStore(engine?.subscribe ?? noSubscription, engine?.getView ?? (() => emptyView));
  return groupEntity.shown({ entities }).get(uid)?.body ?? null;
}

/** The group that occupies a code, for use outside React. */
export function groupAt(codeId: number): OrderGroup | null {
  const view = engineNow()?.getView();
  if (!view) return null;
  return activeGroup(
    [...groupEntity.shown(view).values()].map((g) => g.body),
    codeId,
  );
}

export type GroupEnd =
  | { readonly kind: 'applied' }
  /** It is on this device's disk and is sent when the network is back. */
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** How long a screen waits for the server's answer before it goes on with what this device knows. */
const patienceMs = 2_500;

/** Waits for the server's answer to a queued command, but not for long: the command is on disk. */
async function ended(cmdId: string | null | undefined, waitMs = patienceMs): Promise<GroupEnd> {
  const engine = engineNow();
  if (!engine) return { kind: 'refused', code: 'no_response', message: '' };
  if (cmdId == null) return { kind: 'saved' };
  const late = new Promise<'late'>((resolve) => void wakeIn(waitMs, () => resolve('late')));
  const end: Settled | 'late' = await Promise.race([engine.settled(cmdId), late]);
  if (end === 'late' || end.kind === 'discarded') return { kind: 'saved' };
  if (end.kind === 'applied') return { kind: 'applied' };
  // The screen shows the reason, so the rejected list does not need to.
  await engine.dismiss([cmdId]);
  return { kind: 'refused', code: end.item.code, message: end.item.message };
}

/** A group that the server knows. */
export type StoredOrderGroup = OrderGroup & { readonly id: number };

export interface Opening {
  readonly code: Pick<Code, 'id' | 'code' | 'description' | 'group'>;
  readonly seller: Seller | null;
  readonly data: GroupData;
}

/** Opens a table (G-49). */
export async function openTable(
  { id: storeId, currency }: GroupStore,
  { code: { id, code, description, group }, seller, data }: Opening,
): Promise<GroupEnd> {
  const uid = newUuid();
  const args = { storeId, currency, uid, code: { id, code, description, group }, seller, data, at: deviceClock.now() };
  return ended(await engineNow()?.enqueue(groupOpen.request(uid, args, null)));
}

/**
 * Finishes or rejects a table, or saves its payments and discount (G-50). `charges`: the save starts a payment (Y-56).
 * `authorised`: the grant of whoever allowed it.
 */
export async function saveGroup(
  { id: storeId, currency }: GroupStore,
  group: OrderGroup,
  {
    charges,
    authorised = null,
    ...save
  }: {
    readonly to: 'COMPLETE' | 'REJECTED' | null;
    readonly money: GroupMoney;
    readonly charges: boolean;
    readonly authorised?: string | null;
  },
): Promise<GroupEnd> {
  const args = { storeId, currency, place: group.code.description, ...save };
  return ended(
    await engineNow()?.enqueue({ ...groupSave.request(group.uid, args, group.status), authorised }),
    charges ? payingStartMs : patienceMs,
  );
}

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
 * Finishes a table that a card pays. It is sent at once and never queued, because a card's token must not lie on the
 * disk; refused when the table has changed since the person saw it. The table is PAYING then.
 */
export async function chargeGroup(
  store: GroupStore,
  group: StoredOrderGroup,
  {
    money: { payments = [], ...amounts },
    authorised,
    onDoubt,
  }: { readonly money: GroupMoney; readonly authorised: string | null; readonly onDoubt: () => void },
): Promise<GroupEnd> {
  const context = { idempotencyKey: newUuid(), ifMatch: group.rev, authorised };
  const save = { ...amounts, status: 'COMPLETE' as const, payments: payments.map((p) => ({ ...p })) };
  const send = () => api.groups.save({ store_id: store.id, id: group.id, ...save }, { context });
  try {
    await take(await untilAnswered(send, onDoubt), store);
    return { kind: 'applied' };
  } catch (error) {
    const { code, messages } = readFailure(error);
    return { kind: 'refused', code, message: messages.join(' ') };
  }
}

/** Moves a table's group to another table (G-51). Needs the server; rejects with its refusal. */
export async function changeGroupCode(store: GroupStore, id: number, codeId: number): Promise<void> {
  await take(
    await api.groups.changeCode(
      { store_id: store.id, id, code_id: codeId },
      { context: { idempotencyKey: newUuid() } },
    ),
    store,
  );
}

/** How a change of two tables is sent: once, and only on the table that the person saw. */
const seen = ({ rev }: OrderGroup) => ({ context: { idempotencyKey: newUuid(), ifMatch: rev } });

/** Moves units of lines to another open table. Needs the server; rejects with its refusal. */
export async function moveGroupItems(
  store: GroupStore,
  group: StoredOrderGroup,
  to: StoredOrderGroup,
  items: readonly { readonly item_id: number; readonly quantity: number }[],
): Promise<GroupMove | null> {
  const path = { store_id: store.id, id: group.id };
  const wire = await api.groups.moveItems({ ...path, to: to.id, items: items.map((i) => ({ ...i })) }, seen(group));
  refetchGroup(store.id, to.id);
  return take(wire, store);
}

/** Joins another open table to this one. Needs the server; rejects with its refusal. */
export async function mergeGroups(
  store: GroupStore,
  group: StoredOrderGroup,
  from: StoredOrderGroup,
): Promise<GroupMove | null> {
  const path = { store_id: store.id, id: group.id };
  return take(await api.groups.merge({ ...path, from: from.id, from_rev: from.rev }, seen(group)), store);
}

/** Undoes the last move of a table. Needs the server; rejects with its refusal. */
export async function undoGroupMove(store: GroupStore, id: number, move: GroupMove): Promise<void> {
  const call = { context: { idempotencyKey: newUuid() } };
  await take(await api.groups.undoMove({ store_id: store.id, id, move_id: move.id }, call), store);
}

/** Deletes a table's group with its orders (G-52). Needs the server; rejects with its refusal. */
export async function removeGroup(store: GroupStore, group: OrderGroup): Promise<void> {
  if (group.id === null) return;
  await api.groups.remove({ store_id: store.id, id: group.id });
  await engineNow()?.merge({ snapshots: [], removed: [{ type: groupEntity.name, id: group.uid }], cursor: null });
}
