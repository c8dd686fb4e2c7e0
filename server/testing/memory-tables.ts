import { uuidV7, type Uuid } from '#domain/ids.ts';
import { zero } from '#domain/money.ts';
import type { OrderLine, OrderStatus, PaymentRow } from '#domain/order.ts';
import { groupAmounts, groupSubtotal, isActiveGroup, type OrderGroupDetail } from '#domain/order-group.ts';
import { totalOf } from '#domain/order-money.ts';
import type { Instant } from '#domain/time.ts';
import { buildCode, testNow } from '#testing/builders.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import { actorColumns } from '#server/http/actors.ts';
import type { BoundCommand, CommandCall } from '#server/http/commands/command.ts';
import type { Base } from '#server/http/commands/command-headers.ts';
import { executeCommand } from '#server/http/commands/execute-command.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import type { GroupRepository, GroupRow, MoveRow } from '#server/modules/groups/group-repository.ts';
import { groupDetailOf } from '#server/modules/groups/groups-store.ts';
import { memoryPivot, memoryStore } from './memory-catalog.ts';
import { memoryLedger, memoryOrders } from './memory-repository.ts';
import { copyOf, emptyState, ordersIn, type ShopState } from './memory-state.ts';

/** The state of some tables. A transaction works on a copy; no value is changed in place. */
interface TablesState {
  readonly shop: ShopState;
  readonly groups: Map<number, GroupRow>;
  readonly paid: Map<number, readonly PaymentRow[]>;
  readonly moves: Map<number, MoveRow>;
  last: number;
}

const session = '00000000-0000-4000-8000-000000000000';
const member = {
  storeId: memoryStore.id,
  plan: memoryStore.plan,
  pivot: memoryPivot('owner'),
  currency: memoryStore.currency,
  timezone: memoryStore.timezone,
  factsVersion: 1,
};

/** What these orders do not have. */
const noneOf = {
  user_id: null,
  seller_id: null,
  description: null,
  phone: null,
  comments: null,
  address: null,
  shipping: null,
  ready_by: null,
  reject_reason: null,
  rejected_reason_message: null,
  price_difference: null,
};

/** What a planted bug does to the storage of a transaction. */
export type StorageBug = (repository: GroupRepository) => GroupRepository;

/** Tables of one shop without HTTP and PostgreSQL: the shipped executor and the shipped decisions, over maps. */
export class MemoryTables {
  readonly #bug: StorageBug;
  #state: TablesState = { shop: emptyState(), groups: new Map(), paid: new Map(), moves: new Map(), last: 0 };
  #ids = 0;

  constructor(bug: StorageBug = (repository) => repository) {
    this.#bug = bug;
  }

  newId(): Uuid {
    this.#ids += 1;
    const random = new Uint8Array(10);
    new DataView(random.buffer).setUint32(6, this.#ids);
    return uuidV7(testNow, random);
  }

  /** Sends a command as HTTP does; the answer is the stored one. */
  async send<I, T>(
    command: BoundCommand<GroupRepository, I, T>,
    given: object,
    { id = this.newId(), base = null }: { readonly id?: Uuid; readonly base?: Base | null } = {},
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const read = command.readInput({ store_id: memoryStore.id, ...given });
    if (!read.ok) return { status: 422, body: read.failure };
    const draft = this.#draft();
    const call = this.#call(id, base);
    const decided = await executeCommand(
      memoryLedger(draft.shop, true),
      {
        id,
        actor: actorColumns(call.actor),
        deviceId: session,
        seq: null,
        fingerprint: fingerprintOf(command.ability, read.value),
        at: testNow,
        settleOnly: false,
        successStatus: command.successStatus,
      },
      () => Promise.resolve(null),
      () => command.decide(this.#bug(memoryGroups(draft, call)), call, read.value),
    );
    if (!decided.ok) return { status: 409, body: decided.failure };
    this.#state = draft;
    return decided.value;
  }

  /** Stores an order of these lines at a table. */
  async add(group: Pick<OrderGroupDetail, 'id' | 'code'>, lines: readonly OrderLine[]): Promise<void> {
    const draft = this.#draft();
    const id = this.newId();
    const amounts = {
      subtotal: groupSubtotal(lines.map((l) => ({ status: 'PENDING', total: l.price }))),
      discount: zero,
    };
    await memoryOrders(draft.shop, this.#call(id, null)).insert({
      ...amounts,
      delivery_amount: zero,
      total: totalOf({ ...amounts, delivery_amount: zero }),
      lines,
      uid: id,
      submission: id,
      type: 'LOCAL',
      status: 'PENDING',
      code_id: group.code.id,
      order_group_id: group.id,
      ...noneOf,
      origin: 'store',
      promocodes: [],
      is_scheduled: false,
      created_by: 1,
      created_at: testNow,
      payments: [],
    });
    this.#state = draft;
  }

  /** The kitchen's next step, or a rejection. */
  cook(orderId: number, status: OrderStatus): void {
    const draft = this.#draft();
    const why = { reject_reason: status === 'REJECTED' ? ('by_store' as const) : null, rejected_reason_message: null };
    const change = { status, ready_by: null, ...why, by: 1, at: testNow };
    memoryOrders(draft.shop, this.#call(this.newId(), null)).saveStatus(orderId, change);
    this.#state = draft;
  }

  /** The tables that are occupied. */
  open(): OrderGroupDetail[] {
    return [...this.#state.groups.values()].filter((g) => isActiveGroup(g.status)).map((g) => detailIn(this.#state, g));
  }

  #draft(): TablesState {
    const { shop, groups, paid, moves, last } = this.#state;
    return { shop: copyOf(shop), groups: new Map(groups), paid: new Map(paid), moves: new Map(moves), last };
  }

  #call(id: Uuid, base: Base | null): CommandCall {
    const headers = { id, base, deviceId: null, seq: null, settleOnly: false, takenOffline: false };
    return { actor: { userId: 1, sessionId: session, device: 'simulated' }, member, headers, now: testNow };
  }
}

const codeOf = (id: number) => buildCode({ id, code: `M${id}`, description: `Mesa ${id}`, group: true });

function detailIn(state: TablesState, row: GroupRow): OrderGroupDetail {
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
function memoryGroups(state: TablesState, call: CommandCall): GroupRepository {
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
  const orders = { ...memoryOrders(shop, call), announce: () => undefined };
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
