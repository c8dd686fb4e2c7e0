import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Catalog, emptySelection } from '#domain/catalog.ts';
import { zero } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import { priceOrder } from '#domain/pricing.ts';
import { countryRules } from '#domain/store.ts';
import { after, type Instant, minutes, wallTime } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { loadCatalog } from '#server/modules/catalog/catalog-store.ts';
import { insertOrder } from '#server/modules/orders/place-order.ts';
import { insertReceipts } from './seen-orders.ts';
import { insertShop } from './insert-shop.ts';
import type { SeedItem, MenuSection } from './menus/menu.ts';
import type { Person } from './people.ts';
import { shops } from './shops.ts';

const itemsPerSection = 100;
const board: readonly OrderStatus[] = ['PENDING', 'ACCEPTED', 'DELIVER'];
const adjectives = [
  'de la casa',
  'especial',
  'al horno',
  'a la parrilla',
  'completa',
  'liviana',
  'con queso',
  'picante',
  'doble',
  'del chef',
];

/** Varies names and prices of La Esquina until `count` items exist. */
function largeMenu(count: number): MenuSection[] {
  const models = shops[0]?.menu.flatMap((s) => s.items) ?? [];
  const item = (index: number): SeedItem => {
    const model = models[index % models.length];
    if (!model) throw new Error('there is no menu to copy');
    const adjective = adjectives[Math.floor(index / models.length) % adjectives.length] ?? '';
    return { ...model, name: `${model.name} ${adjective} ${index + 1}`, price: model.price + (index % 37) * 100 };
  };
  return Array.from({ length: Math.ceil(count / itemsPerSection) }, (_, s) => ({
    name: `Sección ${s + 1}`,
    items: Array.from({ length: Math.min(itemsPerSection, count - s * itemsPerSection) }, (__, i) =>
      item(s * itemsPerSection + i),
    ),
  }));
}

async function insertLargeOrders(
  tx: Tx,
  storeId: number,
  catalog: Catalog,
  count: number,
  now: Instant,
): Promise<void> {
  const plain = catalog.items.filter((i) => i.groups.every((g) => g.constraints.min === 0));
  for (let n = 0; n < count; n += 1) {
    const created = after(now, -minutes(count - n) / 10);
    const inputs = Array.from({ length: 1 + (n % 5) }, (_, i) => plain[(n * 7 + i * 13) % plain.length]).flatMap(
      (item) => (item ? [{ item, quantity: 1 + (n % 3), selection: emptySelection, comments: null }] : []),
    );
    const totals = priceOrder(inputs, [], {
      type: 'TAKEAWAY',
      catalogType: 'ONLINE',
      wall: wallTime(created, countryRules.AR.timezone),
    });
    const status = board[n % board.length] ?? 'PENDING';
    await insertOrder(tx, storeId, {
      uid: randomUUID(),
      submission: 'seed',
      type: 'TAKEAWAY',
      status,
      origin: 'store',
      description: `Cliente ${n + 1}`,
      phone: null,
      comments: null,
      address: null,
      shipping: null,
      subtotal: totals.subtotal,
      discount: zero,
      delivery_amount: zero,
      total: totals.total,
      price_difference: null,
      promocodes: [],
      order_group_id: null,
      ready_by: status === 'PENDING' ? null : after(created, minutes(20)),
      is_scheduled: false,
      reject_reason: null,
      rejected_reason_message: null,
      created_at: created,
      code_id: null,
      user_id: null,
      seller_id: null,
      created_by: null,
      lines: totals.lines,
      payments: [],
    });
  }
}

/** Inserts another store of Ana's for measurements; returns its id. */
export async function seedLarge(db: Database, size: { items: number; orders: number }, now: Instant): Promise<number> {
  const [model] = shops;
  if (!model) throw new Error('there is no shop to copy');
  return db.system(async (tx) => {
    const [ana] = await tx.select({ id: users.id }).from(users).where(eq(users.email, 'ana@demo.marche'));
    if (!ana) throw new Error('the demo shop is not there: start the server once');
    const owner = new Map<Person, number>([['ana', ana.id]]);
    const shop = {
      ...model,
      name: `Prueba de ${size.items} productos`,
      staff: [{ who: 'ana', role: 'owner' }] as const,
      menu: largeMenu(size.items),
    };
    const id = await insertShop(tx, shop, owner, now);
    await insertLargeOrders(tx, id, await loadCatalog(tx, id), size.orders, now);
    await insertReceipts(tx, id, ana.id, randomUUID());
    return id;
  });
}
