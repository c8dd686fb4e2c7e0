import { randomBytes, randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import fastify from 'fastify';
import { writeOrder } from '#contract/wire/orders.ts';
import { uuidV7 } from '#domain/ids.ts';
import type { Currency } from '#domain/money.ts';
import { connectDatabase } from '#server/db/database.ts';
import { fixedInsert } from '#server/db/fixed-query.ts';
import { orders } from '#server/db/schema/orders.ts';
import { commands } from '#server/db/schema/sync.ts';
import { actorColumns } from '#server/http/actors.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { announceOrder } from '#server/modules/orders/announce-order.ts';
import { placeOrder } from '#server/modules/orders/place-order.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { systemClock } from '#server/system.ts';

/**
 * How many orders a second the writes of an order alone allow, as its own process: bare Fastify, and the last batch of
 * the transaction that takes an order (docs/decisions/024). It asks for no session, and reads, checks and prices nothing:
 * each order is a copy of the newest one. `POST /{store}`; the first argument is the database's URL. Sends its port to the
 * parent.
 */
const db = await connectDatabase(process.argv[2] ?? '', { connections: 10, log: () => {} });
const [template] = await db.direct.select().from(orders).orderBy(desc(orders.id)).limit(1);
if (!template) throw new Error('no order to copy');

const actor = { userId: template.created_by ?? 1, sessionId: randomUUID(), device: 'bench' };
const currency: Currency = { symbol: '$', decimals: 2 };
const nobody = { code: null, user: null, seller: null };
const insertCommand = fixedInsert(commands);
/** Far above the ids of the orders that the server takes meanwhile. */
let lastId = 1_500_000_000;
const nextId = (): number => (lastId += 1);

const app = fastify();
app.post<{ Params: { readonly store: string } }>('/:store', async ({ params }, reply) => {
  const storeId = Number(params.store);
  const at = systemClock.now();
  const command = uuidV7(at, randomBytes(10));
  const { body, number } = await db.store(storeId, 'write', (tx) => {
    const rows = template.lines.flatMap(({ additionals }) => [nextId(), ...additionals.map(nextId)]);
    const ids = { id: nextId(), ver: template.ver, rows, payments: [] };
    const copy = { ...template, uid: randomUUID(), payments: [] };
    const placed = placeOrder(tx, storeId, copy, ids, nobody, null);
    const { order } = placed;
    const what = { action: 'order.create', entity: 'order', entityId: order.id, before: null, after: order.total };
    appendAudit(tx, { storeId, actor, ...what, command, at });
    const feeds = pgFeeds(tx, storeId);
    announceOrder(feeds, { at, name: 'order-created', order, currency, waitingChanged: false, groupChanged: false });
    const answer = writeOrder(order, currency);
    const stored = { fingerprint: command, status: 201, response: answer, created_at: at };
    const sender = { ...actorColumns(actor), device_id: actor.sessionId, seq: null };
    tx.behind(tx.run(insertCommand, { store_id: storeId, cmd_id: command, ...sender, ...stored }));
    return Promise.resolve({ body: answer, number: placed.number });
  });
  return reply.status(201).send({ ...body, number: await number });
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(app.server.address());
