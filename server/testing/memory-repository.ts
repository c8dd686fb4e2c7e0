import type { OrderLine } from '#domain/order.ts';
import { isoFromInstant } from '#domain/time.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import type { CommandLedger } from '#server/http/commands/execute-command.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { announceOrder } from '#server/modules/orders/announce-order.ts';
import type { StoreFeeds } from '#server/realtime/announce.ts';
import type { OrderRepository } from '#server/modules/orders/order-repository.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import {
  memoryCodes,
  memoryItems,
  memoryPromocodes,
  memoryStaff,
  memoryStore,
  memoryStoreFor,
  memoryZones,
} from './memory-catalog.ts';
import { type Effect, headIn, nameById, orderIn, type ShopState, touchCodeIn } from './memory-state.ts';

/** The commands of one transaction of the shop; `alone`: no other call with this id is running. */
export const memoryLedger = (state: ShopState, alone: boolean): CommandLedger => ({
  claim(id) {
    if (!alone) return Promise.resolve('busy');
    return Promise.resolve(state.commands.has(id) ? 'known' : 'new');
  },
  find: (id) => Promise.resolve(state.commands.get(id) ?? null),
  answer({ id, actor, fingerprint }, status, body) {
    state.commands.set(id, { actor, fingerprint, status, body });
    return Promise.resolve();
  },
});

function memoryFeeds(state: ShopState): StoreFeeds {
  const feeds: StoreFeeds = {
    append(audience, change, at) {
      const store_seq = headIn(state, audience) + 1;
      const { name, type, id, ver } = { ...change, ver: change.ver ?? store_seq };
      state.events[audience].push({ store_seq, name, type, entity_id: id, ver, payload: null, created_at: at });
      state.announcements.push({ store_id: memoryStore.id, audience, change: { ...change, store_seq, ver } });
    },
    appendCode(id, at) {
      const { ver, code } = touchCodeIn(state, id);
      const change = { name: 'code-updated', type: 'code', id: String(id), ver, payload: code };
      feeds.append('store', { at: isoFromInstant(at), ...change }, at);
    },
    appendGroup: () => Promise.reject(new Error('the memory shop has no tables')),
  };
  return feeds;
}

/** OrderRepository over maps, inside one transaction of the shop. Records each change in `effects`. */
export function memoryOrders(state: ShopState, { actor, member, headers, now }: CommandCall): OrderRepository {
  const nextRow = (): number => {
    state.rows += 1;
    return state.rows;
  };
  const numbered = (line: OrderLine): StoredLine => ({
    ...line,
    row: nextRow(),
    additionals: line.additionals.map((a) => ({ ...a, row: nextRow() })),
  });
  const rowOf = (id: number): OrderRow => {
    const row = state.orders.get(id);
    if (!row) throw new Error(`order ${id} is gone`);
    return row;
  };
  // Notes an effect. Its event is written afterwards, in the same order.
  const note = (kind: Effect['kind'], orderId: number, statusRevBefore: number, statusRevAfter: number): void => {
    const serverSeq = state.effects.length + 1 + state.skipped.admin;
    const by = { cmdId: headers.id, actorId: actor.userId };
    state.effects.push({ ...by, orderId, kind, statusRevBefore, statusRevAfter, serverSeq });
  };
  return {
    // The memory shop has no tables.
    holdTable: () => Promise.resolve(null),
    lock: (id) => Promise.resolve(state.orders.get(id) ?? null),

    read(id) {
      const order = orderIn(state, id);
      return order ? Promise.resolve(order) : Promise.reject(new Error(`order ${id} is gone`));
    },

    appliedAnswer(command) {
      const known = state.commands.get(command);
      return Promise.resolve(known && known.status !== null && known.status < 400 ? known.body : null);
    },

    saveStatus(id, { by, at, ...change }) {
      const row = rowOf(id);
      const status_rev = row.status_rev + 1;
      const stamps = { status_by: by, status_at: at, updated_at: at, ver: row.ver + 1, status_rev };
      state.orders.set(id, { ...row, ...change, ...stamps });
      note(change.status === 'REJECTED' ? 'reject' : 'status', id, row.status_rev, status_rev);
    },

    saveReadyBy(id, { ready_by, at }) {
      const row = rowOf(id);
      state.orders.set(id, { ...row, ready_by, updated_at: at, ver: row.ver + 1 });
      note('delay', id, row.status_rev, row.status_rev);
    },

    saveMoney(id, { by, at, payments, lines, ...amounts }) {
      const row = rowOf(id);
      const rowId = (known: number | null): number => known ?? nextRow();
      // Sorted by id, as PostgreSQL returns them.
      const paid = payments?.map((p) => ({ ...p, id: rowId(p.id) })).toSorted((a, b) => a.id - b.id);
      if (paid) state.payments.set(id, paid);
      state.lastMoneyChanges.set(id, { by, at });
      const stamps = { updated_at: at, ver: row.ver + 1, money_rev: row.money_rev + 1 };
      state.orders.set(id, { ...row, ...amounts, ...(lines && { lines: [...lines] }), ...stamps });
      note('money', id, row.status_rev, row.status_rev);
      return Promise.resolve();
    },

    // The memory shop charges nothing online.
    chargeFor: () => Promise.resolve(() => null),
    startPayment: () => undefined,
    withdrawPayments: () => Promise.resolve(false),
    announcePayment: () => undefined,
    lastMoneyChange: (id) => Promise.resolve(state.lastMoneyChanges.get(id) ?? null),
    paymentMethods: () => Promise.resolve(memoryStore.payment_methods),

    insert({ lines, payments, status_at, ...columns }) {
      const number = state.orders.size + 1;
      const id = number + state.skipped.ids;
      const at = status_at ?? columns.created_at;
      state.orders.set(id, {
        ...columns,
        id,
        store_id: memoryStore.id,
        number,
        lines: lines.map(numbered),
        billings_count: 0,
        order_group_id: columns.order_group_id ?? null,
        ver: state.epoch + 1,
        status_rev: state.epoch + 1,
        money_rev: state.epoch + 1,
        status_by: columns.created_by,
        status_at: at,
        updated_at: at,
      });
      state.payments.set(
        id,
        payments.map((p) => ({ ...p, id: nextRow() })),
      );
      note('create', id, 0, state.epoch + 1);
      return this.read(id);
    },

    orderOfUid: (uid) => Promise.resolve([...state.orders.values()].find((o) => o.uid === uid) ?? null),
    // Nobody is a customer of the memory shop.
    addToResume: () => undefined,
    nameOf: (userId) => Promise.resolve(nameById(userId)),
    delayMinutes: () => Promise.resolve(memoryStore.status.delay),

    saleFacts: ({ items, code, promocode, seller_id }) =>
      Promise.resolve({
        chargeFor: () => null,
        store: memoryStoreFor(member.pivot),
        items: memoryItems.filter((i) => items.some((line) => line.id === i.id)),
        rules: [],
        code: memoryCodes.find((c) => c.id === code) ?? null,
        group: null,
        promocode: memoryPromocodes.find((p) => p.promocode.code === promocode) ?? null,
        zones: memoryZones,
        customer: null,
        sellerIsStaff: memoryStaff.some((s) => s.id === seller_id),
      }),

    // The memory shop never changes its prices.
    formerPrices: () => Promise.resolve([]),
    requestReview: () => undefined,
    audit: () => undefined,
    announce(event) {
      announceOrder(memoryFeeds(state), { ...event, currency: member.currency, at: now });
      return Promise.resolve();
    },
  };
}
