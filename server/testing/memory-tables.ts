import { uuidV7, type Uuid } from '#domain/ids.ts';
import { zero } from '#domain/money.ts';
import type { OrderLine, OrderStatus } from '#domain/order.ts';
import { groupSubtotal, isActiveGroup, type OrderGroupDetail } from '#domain/order-group.ts';
import { totalOf } from '#domain/order-money.ts';
import { testNow } from '#testing/builders.ts';
import { actorColumns } from '#server/http/actors.ts';
import type { BoundCommand, CommandCall } from '#server/http/commands/command.ts';
import type { Base } from '#server/http/commands/command-headers.ts';
import { executeCommand } from '#server/http/commands/execute-command.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import type { GroupRepository } from '#server/modules/groups/group-repository.ts';
import { memoryPivot, memoryStore } from './memory-catalog.ts';
import { detailIn, memoryGroups, type TablesState } from './memory-groups.ts';
import { memoryLedger, memoryOrders } from './memory-repository.ts';
import { copyOf, emptyState } from './memory-state.ts';

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
