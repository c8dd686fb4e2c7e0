import { asc, eq } from 'drizzle-orm';
import { countedOfOrder, type EntrySum, type FlowType, missingEntries } from '#domain/cashbox.ts';
import type { Uuid } from '#domain/ids.ts';
import { money } from '#domain/money.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { orders, payments } from '#server/db/schema/orders.ts';
import { addEntries } from '#server/modules/cashbox/book-money.ts';
import { insertCashbox, insertSettings } from '#server/modules/cashbox/cashbox-store.ts';
import type { Person } from './people.ts';
import { demoTablet } from './seen-orders.ts';

const dayMinutes = 24 * 60;
const [setUpAgo, openedAgo] = [30 * dayMinutes, 240];
const openAmount = money(5_000_000);

interface DemoFlow {
  readonly minutesAgo: number;
  readonly type: FlowType;
  readonly description: string;
  readonly amount: number;
}

const flows: readonly DemoFlow[] = [
  { minutesAgo: 235, type: 'change', description: 'Billetes chicos para dar vuelto', amount: 2_000_000 },
  { minutesAgo: 170, type: 'supplier', description: 'Panadería: medialunas del día', amount: -1_850_000 },
  { minutesAgo: 95, type: 'expense', description: 'Dos bolsas de hielo', amount: -420_000 },
  { minutesAgo: 60, type: 'cash_out', description: 'A la caja fuerte', amount: -2_500_000 },
];

interface Row {
  readonly at: Instant;
  readonly entries: readonly EntrySum[];
  readonly of: { readonly order_id: number } | { readonly flow_type: FlowType; readonly description: string };
  readonly by: number;
}

/**
 * Sets the register of a demo store up and opens it, as it looks in the middle of a shift: what the demo orders have
 * brought so far, and some movements.
 */
export async function openDemoRegister(
  tx: Tx,
  storeId: number,
  userIds: ReadonlyMap<Person, number>,
  ids: { uuid(): Uuid },
  now: Instant,
): Promise<void> {
  const ago = (count: number): Instant => after(now, -minutes(count));
  const [owner, cashier] = [userIds.get('ana') ?? 0, userIds.get('carla') ?? 0];
  const settings = { payouts: true, block: false, configured_at: ago(setUpAgo), configured_by: owner };
  await insertSettings(tx, { store_id: storeId, ...settings });
  const opening = { open_amount: openAmount, opened_by: cashier, opened_at: ago(openedAgo) };
  await insertCashbox(tx, { store_id: storeId, shift: 1, ...opening });
  const moved = flows.map(({ minutesAgo, type, description, amount }): Row => {
    const entry = { kind: 'movement', method: 'cash', amount: money(amount) } as const;
    return { at: ago(minutesAgo), entries: [entry], of: { flow_type: type, description }, by: cashier };
  });
  const rows = [...moved, ...(await soldRows(tx, storeId, cashier))].toSorted((a, b) => a.at - b.at);
  const session = ids.uuid();
  for (const { at, entries, of, by } of rows) {
    const actor = { userId: by, sessionId: session, device: demoTablet };
    await addEntries(tx, { storeId, actor, command: null, at }, { ...of, since: at }, entries);
  }
}

/** What the orders of the store have brought, each by whoever sold it. */
async function soldRows(tx: Tx, storeId: number, cashier: number): Promise<Row[]> {
  const sold = await tx.select().from(orders).where(eq(orders.store_id, storeId)).orderBy(asc(orders.id));
  const paid = await tx.select().from(payments).where(eq(payments.store_id, storeId));
  return sold.map((order): Row => {
    const own = paid.filter((p) => p.order_id === order.id);
    const entries = missingEntries(countedOfOrder({ ...order, payments: own }, { payouts: true }), []);
    return { at: order.created_at, entries, of: { order_id: order.id }, by: order.seller_id ?? cashier };
  });
}
