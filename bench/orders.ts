import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { ApiUser, demoPeople, laEsquina } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase } from '#server/db/database.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import { budgetLine, quantile, timesLine } from './report.ts';

const storeCount = 20;
const items = 20;
const clientCounts = [8, 32];
/**
 * Until the compiler has seen what is run most: a server runs for days. On a busy machine the time alone brings too few
 * orders for that.
 */
const warmUpMs = 4_000;
const warmUpRequests = 2_000;
const measuredMs = 4_000;
/** Budgets: the floor's rate divided by ours, with the orders in one store and in 20; p99 in ms at 8 clients. */
const largestRatio = { 1: 1 / 0.15, [storeCount]: 1 / 0.25 };
const longestMs = 50;

interface Target {
  readonly port: number;
  readonly path: string;
  readonly headers: () => Record<string, string>;
  readonly body: () => string;
}

/** Sends one POST; returns its milliseconds. Throws unless it answers 201. */
function post(agent: Agent, { port, path: to, headers, body }: Target): Promise<number> {
  const began = performance.now();
  const text = body();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path: to,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers() },
      },
      (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === 201) resolve(performance.now() - began);
          else reject(new Error(`${to} answered ${response.statusCode}`));
        });
      },
    );
    sent.once('error', reject);
    sent.end(text);
  });
}

/** Keeps `clients` requests running, each client on its own connection; returns the milliseconds of every request. */
async function load(clients: number, targets: readonly Target[], forMs = measuredMs): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const warmFrom = performance.now() + warmUpMs;
  let sent = 0;
  let end = Number.POSITIVE_INFINITY;
  const client = async (n: number): Promise<void> => {
    for (let i = n; performance.now() < end; i += clients) {
      const target = targets[i % targets.length];
      if (!target) throw new Error('no target');
      const took = await post(agent, target);
      sent += 1;
      if (end < Number.POSITIVE_INFINITY) times.push(took);
      else if (sent >= warmUpRequests && performance.now() >= warmFrom) end = performance.now() + forMs;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  agent.destroy();
  return times;
}

const perSecond = (times: readonly number[]): number => (times.length * 1_000) / measuredMs;

/** An order of one line, to be paid later; each request is a new one. */
function targetOf(port: number, token: string, storeId: number, template: OrderSubmission): Target {
  return {
    port,
    path: `/api/store/${storeId}/orders`,
    headers: () => ({ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
    body: () => JSON.stringify({ ...template, uid: randomUUID() }),
  };
}

/**
 * Measures order creations a second over HTTP, beside bare Fastify with one INSERT on the same PostgreSQL, and beside bare
 * Fastify with the writes of an order, which is the most that the server could reach.
 */
export async function ordersBench(shop: Shop): Promise<string[]> {
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const storeIds = [laEsquina];
  while (storeIds.length < storeCount) storeIds.push(await seedLarge(db, { items, orders: 0 }, systemClock.now()));
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const port = Number(new URL(shop.origin).port);
  const targets: Target[] = [];
  for (const id of storeIds) targets.push(targetOf(port, ana.token, id, await ana.submission('Medición', id)));

  // As the database itself does within a minute: without statistics it plans for empty tables, and it would look for an
  // order among all orders of its store.
  await load(storeCount, targets, 0);
  await db.direct.execute(sql`analyze`);
  await db.end();

  const [bare, writes] = await Promise.all(
    ['bare-orders.ts', 'bare-writes.ts'].map(async (file) => {
      const server = fork(path.join(import.meta.dirname, file), [shop.databaseUrl()]);
      const [address]: { port: number }[] = await once(server, 'message');
      if (!address) throw new Error(`${file} did not start`);
      return { server, port: address.port };
    }),
  );
  if (!bare || !writes) throw new Error('no floor');
  const body = targets[0]?.body ?? (() => '{}');
  const bareTarget = (to: number, at: string): Target => ({ port: to, path: at, headers: () => ({}), body });
  const floor = bareTarget(bare.port, '/');

  const lines: string[] = [];
  for (const clients of clientCounts) {
    const floorTimes = await load(clients, [floor]);
    lines.push(
      timesLine(`${clients} clients: bare Fastify and one INSERT`, floorTimes),
      `  ${perSecond(floorTimes).toFixed(0)} a second`,
    );
    for (const stores of [storeCount, 1] as const) {
      const times = await load(clients, targets.slice(0, stores));
      const where = `${clients} clients, ${stores} ${stores === 1 ? 'store' : 'stores'}`;
      const writeTimes = await load(
        clients,
        storeIds.slice(0, stores).map((id) => bareTarget(writes.port, `/${id}`)),
      );
      const most = perSecond(floorTimes) / perSecond(writeTimes);
      const ratio = perSecond(floorTimes) / perSecond(times);
      lines.push(
        timesLine(`${where}: order creation`, times),
        `  ${perSecond(times).toFixed(0)} a second`,
        `${`${where}: floor / only an order's writes`.padEnd(52)} ${most.toFixed(2)}`,
        budgetLine(`${where}: floor / orders a second`, ratio, largestRatio[stores], ratio.toFixed(2)),
      );
      if (clients === clientCounts[0]) lines.push(budgetLine(`${where}: p99 in ms`, quantile(times, 0.99), longestMs));
    }
  }
  for (const { server } of [bare, writes]) server.kill();
  return lines;
}
