/**
 * `npm run carts [-- --count 10000 --seed 1]`: random carts in pesos and in guaraníes. The device's code prices each
 * cart; the server prices the same cart as a real order over HTTP, on its own PostgreSQL. Fails when an amount differs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startEmbeddedPostgres } from '#server/db/embedded.ts';
import { cartPlan, openShops, prepareShops, sellCart } from '#server/testing/random-carts.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.count);
const dataDir = await mkdtemp(path.join(tmpdir(), 'marche-carts-'));
const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
const server = await startTestServer(cluster.url);
let wrong = 0;
try {
  await prepareShops(server);
  const shops = await openShops(server);
  const plans = fc.sample(fc.tuple(fc.constantFrom(...shops), cartPlan), { seed: Number(values.seed), numRuns: count });
  const seen = new Map<string, number>();
  const started = performance.now();
  for (const [index, [shop, plan]] of plans.entries()) {
    const { kinds, differences } = await sellCart(server, shop, plan);
    for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (differences.length > 0) {
      wrong += 1;
      console.log(JSON.stringify({ cart: index, differences, plan }));
    }
    if ((index + 1) % 1_000 === 0) console.log(`${index + 1} carts`);
  }
  const seconds = (performance.now() - started) / 1_000;
  console.log([...seen].map(([kind, n]) => `${kind} ${n}`).join(' · '));
  console.log(`${count} carts, ${wrong} with a difference, ${seconds.toFixed(1)} s`);
} finally {
  await server.close();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = wrong > 0 ? 1 : 0;
