import { zero } from '#domain/money.ts';
import type { PaymentRow } from '#domain/order.ts';
import { groupAmounts, groupSubtotal, isActiveGroup, type OrderGroupDetail } from '#domain/order-group.ts';
import type { Instant } from '#domain/time.ts';
import { buildCode } from '#testing/builders.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { GroupRepository, GroupRow, MoveRow } from '#server/modules/groups/group-repository.ts';
import { groupDetailOf } from '#server/modules/groups/groups-store.ts';
import { memoryStore } from './memory-catalog.ts';
import { memoryOrders } from './memory-repository.ts';
import { ordersIn, type ShopState } from './memory-state.ts';

/** The state of some tables. A transaction works on a copy; no value is changed in place. */
export interface TablesState {
  readonly shop: ShopState;
  readonly groups: Map<number, GroupRow>;
  readonly paid: Map<number, readonly PaymentRow[]>;
  readonly moves: Map<number, MoveRow>;
  last: number;
}

const codeOf = (id: number) => buildCode({ id, code: `M${id}`, description: `Mesa ${id}`, group: true });

/** A table as the API shows it. */
export function detailIn(state: TablesState, row: GroupRow): OrderGroupDetail {
  const of = ordersIn(state.shop).filter((o) => o.order_group_id === row.id);
  const move = [...state.moves.values()].findLast((m) => {
    const rev = (id: number): number => state.groups.get(id)?.rev ?? 0;
    const concerns = m.from_group_id === row.id || m.to_group_id === row.id;
    return concerns && m.from_rev === rev(m.from_group_id) && m.to_rev === rev(m.to_group_id);
  });
  const { id, uid, status, people, childrens, billings_count, created_at, rev } = row;
  const { code, description, group } = codeOf(row.code_id);
  const stored = {
    id,
    uid,
    status,
    billings_count,
    created_at,
    rev,
    code: { id: row.code_id, code, description, group },
    seller: null,
    data: { people, childrens },
    ...groupAmounts(groupSubtotal(of), row.discount),
    tip: row.tip,
    waiting_count: of.filter((o) => o.status === 'PENDING').length,
    ver: 0,
  };
  const place = (groupId: number): string => codeOf(state.groups.get(groupId)?.code_id ?? 0).description;
  const last = move && {
    id: move.id,
    kind: move.kind,
    from: place(move.from_group_id),
    to: place(move.to_group_id),
    at: move.created_at,
  };
  return groupDetailOf({ ...stored, discount: row.discount }, of, state.paid.get(id) ?? [], last ?? null);
}

/** GroupRepository over maps, inside one transaction. */
export function memoryGroups(state: TablesState, call: CommandCall): GroupRepository {
  const { shop, groups } = state;
  const next = (): number => {
    state.last += 1;
    return state.last;
  };
  const groupOf = (id: number): GroupRow => {
    const row = groups.get(id);
    if (!row) throw new Error(`group ${id} is gone`);
    return row;
  };
  const orders = { ...memoryOrders(shop, call), announce: () => Promise.resolve() };
  const setOrder = (
    id: number,
    change: { order_group_id: number | null; code_id?: number; lines?: StoredLine[] },
  ): void => {
    const row = shop.orders.get(id);
    if (!row) throw new Error(`order ${id} is gone`);
    shop.orders.set(id, { ...row, ...change, ver: row.ver + 1 });
  };
  const at: Instant = call.now;
  return {
    orders,
    code: (id) => Promise.resolve(codeOf(id)),
    isStaff: () => Promise.resolve(true),
    paymentMethods: () => orders.paymentMethods(),
    ofUid: (uid) => Promise.resolve([...groups.values()].find((g) => g.uid === uid) ?? null),
    insert(group) {
      const taken = [...groups.values()].some(
        (g) => g.uid === group.uid || (g.code_id === group.code_id && isActiveGroup(g.status)),
      );
      if (taken) return Promise.resolve(null);
      const id = next();
      const made = { status: 'OPENED', discount: zero, tip: zero, billings_count: 0, rev: 1 } as const;
      const times = { changed_by: group.created_by, changed_at: at, status_at: at };
      groups.set(id, { ...group, ...made, ...times, id, store_id: memoryStore.id });
      return Promise.resolve(id);
    },
    lock: (id) => Promise.resolve(groups.get(id) ?? null),
    lockOrders: (id) =>
      Promise.resolve([...shop.orders.values()].filter((o) => o.order_group_id === id).toSorted((a, b) => a.id - b.id)),
    read: (id) => Promise.resolve(detailIn(state, groupOf(id))),
    save(id, { by, payments, ...change }) {
      if (payments)
        state.paid.set(
          id,
          payments.map((p) => ({ ...p, id: p.id ?? next() })),
        );
      const row = groupOf(id);
      groups.set(id, { ...row, ...change, changed_by: by, rev: row.rev + 1 });
      return Promise.resolve();
    },
    isOccupied: (codeId, id) =>
      Promise.resolve([...groups.values()].some((g) => g.code_id === codeId && g.id !== id && isActiveGroup(g.status))),
    moveOrders(id, codeId) {
      for (const o of shop.orders.values())
        if (o.order_group_id === id) setOrder(o.id, { order_group_id: id, code_id: codeId });
      return Promise.resolve();
    },
    rows: (count) =>
      Promise.resolve(
        Array.from({ length: count }, () => {
          shop.rows += 1;
          return shop.rows;
        }),
      ),
    moveOrder({ id, lines }, to) {
      setOrder(id, { order_group_id: to.id, code_id: to.code_id, lines });
      return Promise.resolve();
    },
    splitOrder({ id: _id, ...from }, part, to) {
      const id = shop.orders.size + 1;
      const own = { id, uid: `${from.uid} ${id}`, number: id, order_group_id: to.id, code_id: to.code_id };
      shop.orders.set(id, { ...from, ...part, lines: [...part.lines], ...own });
      return Promise.resolve(id);
    },
    followPrinted: () => Promise.resolve(),
    // The row stays, so that the next order gets another id.
    removeOrder(id) {
      setOrder(id, { order_group_id: null });
      return Promise.resolve();
    },
    movePayments(from, to, ids) {
      const all = state.paid.get(from) ?? [];
      const goes = all.filter((p) => ids === null || ids.includes(p.id ?? 0));
      state.paid.set(
        from,
        all.filter((p) => !goes.includes(p)),
      );
      state.paid.set(to, [...(state.paid.get(to) ?? []), ...goes]);
      return Promise.resolve(goes.map((p) => p.id ?? 0));
    },
    noteMove(move) {
      const id = next();
      state.moves.set(id, { ...move, id, store_id: memoryStore.id });
      return Promise.resolve();
    },
    move: (id) => Promise.resolve(state.moves.get(id) ?? null),
    forgetMove(id) {
      state.moves.delete(id);
      return Promise.resolve();
    },
    appliedAnswer: (command) => orders.appliedAnswer(command),
    nameOf: (userId) => orders.nameOf(userId),
    audit: () => undefined,
    announce: () => Promise.resolve(),
  };
}
