import { useMemo } from 'react';
import { groupEntity } from '#commands/group/group-entity.ts';
import { groupOpen } from '#commands/group/open.ts';
import type { GroupMoney } from '#commands/group/save.ts';
import { groupSave } from '#commands/group/save.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import { add } from '#domain/money.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { activeGroup, groupAmounts, isActiveGroup } from '#domain/order-group.ts';
import type { GroupData } from '#domain/order-group.ts';
import type { Code, Seller, Store } from '#domain/store.ts';
import { engineNow } from '#data/outbox/store-engine.ts';
import { useOfView } from '#data/outbox/use-view.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import { answerWaitMs, commandEnd } from '#data/outbox/command-end.ts';

export type GroupStore = Pick<Store, 'id' | 'currency'>;

/**
 * The groups that occupy a code, by the code's id, as this device shows them: with its own orders that the server does
 * not know yet.
 */
export function useGroups(): ReadonlyMap<number, OrderGroup> {
  const [groups, orders] = [useOfView(groupEntity.shown), useOfView(orderEntity.shown)];
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

/** Names a group by its uid, or by the server's id: its orders know nothing else of it. */
export type GroupRef = Pick<OrderGroup, 'uid'> | { readonly id: number };

/** A group as the device shows it; null when it knows none: only the server knows those that ended some time ago. */
export function useGroup(ref: GroupRef): OrderGroup | null {
  return useOfView((view) => {
    const shown = groupEntity.shown(view);
    if ('uid' in ref) return shown.get(ref.uid)?.body ?? null;
    return [...shown.values()].find(({ body }) => body.id === ref.id)?.body ?? null;
  });
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

/** Waits for the server's answer to a queued command, but not for long: the command is on disk. */
async function ended(cmdId: string | null | undefined): Promise<GroupEnd> {
  const engine = engineNow();
  if (!engine) return { kind: 'refused', code: 'no_response', message: '' };
  if (cmdId == null) return { kind: 'saved' };
  const end = await commandEnd(engine, cmdId, answerWaitMs);
  return end.kind === 'late' || end.kind === 'discarded' ? { kind: 'saved' } : end;
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
 * Finishes or rejects a table, or saves its payments and discount (G-50). `chargeGroup` finishes one that a provider
 * charges. `authorised`: the grant of whoever allowed it.
 */
export async function saveGroup(
  { id: storeId, currency }: GroupStore,
  group: OrderGroup,
  {
    authorised = null,
    ...save
  }: {
    readonly to: 'COMPLETE' | 'REJECTED' | null;
    readonly money: GroupMoney;
    readonly authorised?: string | null;
  },
): Promise<GroupEnd> {
  const args = { storeId, currency, place: group.code.description, ...save };
  return ended(await engineNow()?.enqueue({ ...groupSave.request(group.uid, args, group.status), authorised }));
}
