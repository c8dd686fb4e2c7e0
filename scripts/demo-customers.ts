/**
 * `npm run demo:customers [-- --url http://127.0.0.1:4173 --store 1 --every 20 --customers 100]`: a hundred customers
 * order from the demo shop, through the API as any customer does, until it is stopped (Ctrl+C). Each signs up once, and
 * orders again when the last order has ended. Every `--every` seconds one of them orders.
 */
import { type Instant, instant } from '#domain/time.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoCustomers, orderOnce } from './demo-customer.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? '4173'}` },
    store: { type: 'string', default: '1' },
    every: { type: 'string', default: '20' },
    customers: { type: 'string', default: '100' },
  },
});
const storeId = Number(values.store);
const everySeconds = Number(values.every);
const count = Number(values.customers);
if (![storeId, everySeconds, count].every((n) => Number.isFinite(n) && n > 0))
  throw new Error('--store, --every and --customers are positive numbers');

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
const { signal } = stopping;

const shop = {
  url: values.url,
  storeId,
  signal,
  onWait: (seconds: number): void => console.log(`the server asks to wait ${seconds} s`),
  now: (): Instant => instant(Date.now()),
};

console.log(
  `${count} customers of store ${storeId} at ${values.url}: one orders every ${everySeconds} s, until Ctrl+C`,
);
const customers = demoCustomers(count);
try {
  for (;;)
    for (const customer of customers) {
      const end = await orderOnce(shop, customer).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return `had no luck: ${error instanceof Error ? error.message : String(error)}`;
      });
      console.log(`${customer.fullname} ${end}`);
      await wait(everySeconds * 1_000, null, { signal });
    }
} catch (error) {
  if (!signal.aborted) throw error;
}
