import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { ApiUser } from '#e2e/api.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import { openShop, type Shop } from '#e2e/shop.ts';

/**
 * `npm run chaos -- --kills 20 [--within seconds]`: eight writers take orders without a pause, while a connection of the database, the
 * database, and the server are killed 20 times each. Prints how long each was away; exits with 1 when an acknowledged
 * order is lost, one is there twice, or the service needs longer than `within`, 10 s.
 */
const { values } = parseArgs({ options: { kills: { type: 'string' }, within: { type: 'string' } } });
const kills = Number(values.kills ?? '20');
if (!Number.isSafeInteger(kills) || kills < 1) throw new Error('--kills is a number');

const writers = 8;
const backWithinMs = Number(values.within ?? '10') * 1_000;
/** Quiet time after each kill, so that the next one meets a service under full load. */
const betweenMs = 700;
const requestMs = 15_000;

const faults = ['connection', 'database', 'server'] as const;
type Fault = (typeof faults)[number];

/** What the writers have seen. */
const seen = { acknowledged: new Set<string>(), answers: new Map<number | 'no answer', number>() };
/** Start of the last request that was acknowledged, of each writer. */
const lastBegun: number[] = Array.from({ length: writers }, () => 0);

async function write(shop: Shop, template: OrderSubmission, writer: number, done: AbortSignal): Promise<void> {
  let token = (await ApiUser.signIn(shop, 'ana@demo.marche')).token;
  while (!done.aborted) {
    const uid = randomUUID();
    const key = randomUUID();
    const body = JSON.stringify({ ...template, uid, description: `kill ${uid}` });
    for (let taken = false; !taken;) {
      const begun = performance.now();
      const status = await fetch(`${shop.origin}/api/store/1/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(requestMs),
      }).then(
        (answer) => answer.status,
        () => 'no answer' as const,
      );
      seen.answers.set(status, (seen.answers.get(status) ?? 0) + 1);
      taken = status === 201;
      if (taken) {
        seen.acknowledged.add(uid);
        lastBegun[writer] = begun;
      } else if (status === 401) token = (await ApiUser.signIn(shop, 'ana@demo.marche')).token;
      else await delay(25);
    }
  }
}

async function kill(shop: Shop, fault: Fault): Promise<void> {
  if (fault === 'connection')
    return inDatabase(
      shop,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
    );
  if (fault === 'database') {
    process.kill(shop.databasePid(), 'SIGKILL');
    return;
  }
  await shop.kill();
}

/** Milliseconds from the kill until an order was acknowledged whose request began after it. */
async function away(shop: Shop, fault: Fault): Promise<number> {
  const killed = performance.now();
  await kill(shop, fault);
  // As a supervisor would: at once.
  if (fault === 'server') await shop.start();
  const since = fault === 'connection' ? killed : performance.now();
  while (!lastBegun.some((begun) => begun >= since)) {
    if (performance.now() - killed > 60_000) throw new Error(`the service did not come back after: ${fault}`);
    await delay(5);
  }
  return performance.now() - killed;
}

async function countsIn(shop: Shop): Promise<{ stored: string[]; announced: number }> {
  const client = new pg.Client({ connectionString: shop.databaseUrl() });
  await client.connect();
  try {
    const orders = await client.query<{ uid: string }>(
      `select substr(description, 6) as uid from orders where description like 'kill %'`,
    );
    const feed = await client.query<{ announced: number }>(
      `select count(*)::int as announced from store_events
       where store_id = 1 and audience = 'admin' and name = 'order-created'`,
    );
    return { stored: orders.rows.map((r) => r.uid), announced: feed.rows[0]?.announced ?? 0 };
  } finally {
    await client.end();
  }
}

const shop = await openShop();
try {
  const template = await (await ApiUser.signIn(shop, 'ana@demo.marche')).submission('kill');
  const ended = new AbortController();
  const writing = Promise.all(lastBegun.map((_begun, writer) => write(shop, template, writer, ended.signal)));
  const times: Record<Fault, number[]> = { connection: [], database: [], server: [] };
  await delay(betweenMs);
  for (let round = 0; round < kills; round += 1)
    for (const fault of faults) {
      times[fault].push(await away(shop, fault));
      await delay(betweenMs);
    }
  ended.abort();
  await writing;

  const { stored, announced } = await countsIn(shop);
  const there = new Set(stored);
  const lost = [...seen.acknowledged].filter((uid) => !there.has(uid)).length;
  const doubled = stored.length - there.size;
  for (const fault of faults) {
    const sorted = times[fault].toSorted((a, b) => a - b);
    const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    console.log(
      `${fault}: ${sorted.length} kills, back after ${Math.round(median)} ms (median), ${Math.round(slowest)} ms at most`,
    );
  }
  const answers = [...seen.answers].map(([status, count]) => `${status}: ${count}`).join(', ');
  console.log(
    `${seen.acknowledged.size} orders acknowledged · lost ${lost} · doubled ${doubled} · ${stored.length} stored, ${announced} announced`,
  );
  console.log(`answers: ${answers}`);
  const slowest = Math.max(...faults.flatMap((fault) => times[fault]));
  const isWell =
    lost === 0 &&
    doubled === 0 &&
    stored.length === seen.acknowledged.size &&
    announced === stored.length &&
    slowest <= backWithinMs &&
    !seen.answers.has(500);
  process.exitCode = isWell ? 0 : 1;
} finally {
  await shop.stop();
}
