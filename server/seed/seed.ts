import { eq, sql } from 'drizzle-orm';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { news } from '#server/db/schema/access.ts';
import { invitations, users } from '#server/db/schema/accounts.ts';
import { codes } from '#server/db/schema/stores.ts';
import { hashPassword } from '#server/modules/account/passwords.ts';
import { insertDemoOrders } from './demo-orders.ts';
import { insertShop } from './insert-shop.ts';
import { insertLaEsquinaExtras } from './la-esquina.ts';
import { demoNews } from './news.ts';
import { demoCustomer, demoPassword, people, type Person } from './people.ts';
import { openDemoRegister } from './register.ts';
import { insertReceipts } from './seen-orders.ts';
import { shops } from './shops.ts';
import { insertSupport } from './support.ts';

export interface SeedTools {
  readonly now: Instant;
  readonly ids: { uuid(): Uuid };
}

/** Inserts the demo data. Never touches a database that holds any user; false = it was not empty. */
export async function seedIfEmpty(db: Database, tools: SeedTools): Promise<boolean> {
  // Hashed before the transaction: hashing is slow, and a second server may wait for the lock.
  const passwordHash = await hashPassword(demoPassword);
  return db.system(async (tx) => {
    await tx.execute(sql`lock table users in exclusive mode`);
    const known = await tx.select({ id: users.id }).from(users).limit(1);
    if (known.length > 0) return false;
    await insertEverything(tx, passwordHash, tools);
    return true;
  });
}

async function insertEverything(tx: Tx, password_hash: string, { now, ids }: SeedTools): Promise<void> {
  const rows = await tx
    .insert(users)
    .values(
      people.map(({ key, fullname, phone }) => ({
        fullname,
        email: `${key}@demo.marche`,
        email_verified: true,
        phone,
        phone_verified: true,
        password_hash,
        notification_types: ['OrderNew' as const],
        notification_channels: ['database' as const, 'push' as const],
        created_at: now,
      })),
    )
    .returning({ id: users.id });
  const { key: _, ...past } = demoCustomer;
  await tx
    .update(users)
    .set(past)
    .where(eq(users.email, `${demoCustomer.key}@demo.marche`));
  const userIds = new Map(people.flatMap(({ key }, i): [Person, number][] => (rows[i] ? [[key, rows[i].id]] : [])));
  const storeIds: number[] = [];
  for (const shop of shops) storeIds.push(await insertShop(tx, shop, userIds, now));
  const [laEsquina] = storeIds;
  if (laEsquina === undefined) return;
  await insertLaEsquinaExtras(tx, laEsquina, now);
  await insertCounter(tx, storeIds[shops.findIndex((s) => s.name === 'Asunción Grill')] ?? 0);
  await insertDemoOrders(tx, laEsquina, userIds, ids, now);
  await openDemoRegister(tx, laEsquina, userIds, ids, now);
  await insertReceipts(tx, laEsquina, userIds.get('carla') ?? 0, ids.uuid());
  await insertSupport(tx, laEsquina, { userId: userIds.get('bruno') ?? 0, ids, now });
  await tx.insert(news).values(demoNews);
  await tx
    .insert(invitations)
    .values({ store_id: laEsquina, user_id: userIds.get('fede') ?? 0, role: 'seller', answer: null, created_at: now });
}

/** Inserts one code, so that a store with LOCAL but without tables can take such an order. */
async function insertCounter(tx: Tx, storeId: number): Promise<void> {
  await tx.insert(codes).values({
    store_id: storeId,
    code: 'AG-M',
    description: 'Mostrador',
    type: 'LOCAL',
    group: false,
    default: true,
  });
}
