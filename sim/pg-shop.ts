import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { WireOrder } from '#contract/wire/orders.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { money } from '#domain/money.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { additionals, discounts, items, optionGroups } from '#server/db/schema/catalog.ts';
import { orderAlerts, orderReceipts } from '#server/db/schema/alerts.ts';
import { orders, payments } from '#server/db/schema/orders.ts';
import { ticketMessages, tickets } from '#server/db/schema/support.ts';
import { audit, commands, storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { listOrders } from '#server/modules/orders/orders-store.ts';
import type { OutsideChange, PendingCall, ServerAnswer, ShopCall } from '#server/testing/memory-shop.ts';
import type { TestServer } from '#server/testing/test-server.ts';
import type { Applied, HintedChange, SimulatedShop } from './shop.ts';
import type { World } from './world.ts';

const people: Readonly<Record<number, Person>> = { 1: 'ana', 2: 'bruno', 3: 'carla' };
const storeId = memoryStore.id;

/** The real server on PostgreSQL behind the simulated network; one history at a time, on an emptied store. */
export class OnPostgres implements SimulatedShop {
  readonly applied: Applied[] = [];
  settledByApplying = 0;
  #server: TestServer;
  #world: World;
  #listeners: ((change: HintedChange) => void)[] = [];
  #orders: WireOrder[] = [];
  #statuses = new Map<string, number>();
  #head = 0;
  #lastAudit = 0;
  #outside = 0;

  constructor(server: TestServer, world: World) {
    this.#server = server;
    this.#world = world;
  }

  /** Sets up the simulation's item and its price, without discounts; once per server. */
  static async prepare(
    { db: { direct } }: TestServer,
    item: { id: number; name: string; minor: number },
  ): Promise<void> {
    const groups = direct.select({ id: optionGroups.id }).from(optionGroups).where(eq(optionGroups.item_id, item.id));
    await direct.delete(additionals).where(inArray(additionals.group_id, groups));
    await direct.delete(optionGroups).where(eq(optionGroups.item_id, item.id));
    await direct.delete(discounts).where(eq(discounts.store_id, storeId));
    await direct
      .update(items)
      .set({ name: item.name, price: money(item.minor), catalogs: null })
      .where(and(eq(items.id, item.id), eq(items.store_id, storeId)));
  }

  /** Deletes all orders, commands and events of the previous history. */
  static async empty({ db: { direct } }: TestServer): Promise<void> {
    for (const table of [
      ticketMessages,
      tickets,
      orderReceipts,
      orderAlerts,
      payments,
      orders,
      commands,
      storeEvents,
      audit,
    ])
      await direct.delete(table).where(eq(table.store_id, storeId));
    await direct.update(storeFeeds).set({ head: 0 }).where(eq(storeFeeds.store_id, storeId));
  }

  begin(call: ShopCall): PendingCall {
    return {
      abandon: () => {},
      commit: () => {
        const work = this.#ask(call);
        this.#world.hold(work);
        return work;
      },
    };
  }

  head(): number {
    return this.#head;
  }

  onAdminEvent(listener: (change: HintedChange) => void): void {
    this.#listeners.push(listener);
  }

  orders(): readonly WireOrder[] {
    return this.#orders;
  }

  statusOf(cmdId: string): number | null {
    return this.#statuses.get(cmdId) ?? null;
  }

  /** The real database of these histories keeps everything; server/modules/profile/epochs.test.ts restores one. */
  goBack(): void {}

  async outside({ orderId, actorId = 2, ...body }: OutsideChange): Promise<void> {
    this.#outside += 1;
    const rev = this.#orders.find((o) => o.id === orderId)?.status_rev ?? 0;
    const headers = {
      'idempotency-key': `00000000-0000-7000-8000-${String(this.#outside).padStart(12, '0')}`,
      'if-match': `"${rev}"`,
    };
    await this.begin({ method: 'PATCH', path: `/store/${storeId}/orders/${orderId}`, headers, body, actorId }).commit();
  }

  async #ask({ method, path, headers, body, actorId }: ShopCall): Promise<ServerAnswer> {
    const who = people[actorId] ?? 'ana';
    const answer = await this.#server.ask(
      who,
      path,
      method === 'GET' ? { headers } : { method: method === 'POST' ? 'POST' : 'PATCH', body, headers },
    );
    if (method !== 'GET') await this.#look(headers['x-settle-only'] === '1');
    return { status: answer.status, headers: textsOf(answer.headers), body: answer.body };
  }

  /** Reads the database after a call. Calls run one after another, so every new row belongs to this call. */
  async #look(settleOnly: boolean): Promise<void> {
    const { direct } = this.#server.db;
    const found = await listOrders(direct, storeId, memoryStore.timezone, {});
    this.#orders = found.map((o) => writeOrder(o, memoryStore.currency)).toSorted((a, b) => a.id - b.id);
    for (const row of await direct.select().from(commands).where(eq(commands.store_id, storeId)))
      if (row.status !== null) this.#statuses.set(row.cmd_id, row.status);
    const rows = await direct
      .select()
      .from(audit)
      .where(and(eq(audit.store_id, storeId), gt(audit.id, this.#lastAudit)))
      .orderBy(asc(audit.id));
    for (const row of rows) {
      this.#lastAudit = row.id;
      const order = this.#orders.find((o) => String(o.id) === row.entity_id);
      if (!order) throw new Error(`the order of audit ${row.id} is gone`);
      const kind = row.action.replace('order.', '').replace('changeStatus', 'status');
      const before = statusIn(row.before);
      const last = this.applied.findLast((a) => a.uid === order.uid);
      this.applied.push({
        cmdId: row.cmd_id ?? '',
        uid: order.uid,
        kind,
        from: kind === 'create' ? null : (before ?? last?.order.status ?? null),
        order,
        at: this.#world.now,
      });
      if (settleOnly) this.settledByApplying += 1;
    }
    await this.#announce();
  }

  async #announce(): Promise<void> {
    const answer = await this.#server.ask('ana', `/store/${storeId}/changes?audience=admin&since=${this.#head}`);
    const { head, changes } = changesOf(answer.body);
    this.#head = head;
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }
}

const textsOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const statusIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string'
    ? value.status
    : null;

function changesOf(body: unknown): { head: number; changes: HintedChange[] } {
  if (typeof body === 'object' && body !== null && 'head' in body && 'changes' in body && Array.isArray(body.changes))
    return { head: Number(body.head), changes: body.changes };
  throw new Error(`not a feed: ${JSON.stringify(body)}`);
}
