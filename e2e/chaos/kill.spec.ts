import { randomUUID } from 'node:crypto';
import type { OrderSubmission } from '#contract/orders.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { ApiUser, laEsquina, people } from '#e2e/api.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openShop } from '#e2e/shop.ts';

const orders = 100;
const atOnce = 8;

test('kill -9 of the server during 100 creations: every acknowledged order is there, none twice (N-16, K-75)', async () => {
  test.setTimeout(120_000);
  // A shop of its own: nobody else's board should carry a hundred orders.
  const shop = await openShop();
  const ana = await ApiUser.signIn(shop, people.ana);
  const template = await ana.submission('Corte');
  const waiting = Array.from({ length: orders }, (_, n): { submission: OrderSubmission; key: string } => ({
    submission: { ...template, uid: randomUUID(), description: `Corte ${n}` },
    key: randomUUID(),
  }));
  const all = [...waiting];
  const acknowledged = new Map<string, number>();
  let unanswered = 0;

  /** What a device does: the same command under the same key until there is an answer. */
  const send = async (command: (typeof waiting)[number]): Promise<void> => {
    for (;;) {
      const answer = await ana
        .call<{ order: WireOrder }>('POST', `/store/${laEsquina}/orders`, command.submission, {
          'idempotency-key': command.key,
        })
        .catch(() => null);
      if (answer?.status === 201) {
        acknowledged.set(command.submission.uid, answer.body.order.number);
        return;
      }
      if (answer && answer.status !== 409 && answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer)}`);
      if (!answer) unanswered += 1;
      await restarted;
    }
  };
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await send(next);
  };
  let restarted: Promise<void> = Promise.resolve();
  const killer = async (): Promise<void> => {
    await expect.poll(() => acknowledged.size, { intervals: [1] }).toBeGreaterThan(orders / 4);
    restarted = shop.kill().then(() => shop.start());
    await restarted;
  };
  await Promise.all([killer(), ...Array.from({ length: atOnce }, worker)]);

  expect(unanswered, 'the kill met at least one request').toBeGreaterThan(0);
  expect(acknowledged.size).toBe(orders);
  const { body: page1 } = await ana.call<WireOrder[]>('GET', `/store/${laEsquina}/orders?page=1`);
  const { body: page2 } = await ana.call<WireOrder[]>('GET', `/store/${laEsquina}/orders?page=2`);
  const stored = [...page1, ...page2].filter((o) => o.description?.startsWith('Corte '));
  const uids = new Set(all.map((c) => c.submission.uid));
  expect(stored.filter((o) => uids.has(o.uid)).length).toBe(orders);
  for (const order of stored) expect(acknowledged.get(order.uid)).toBe(order.number);
  expect(new Set(stored.map((o) => o.number)).size).toBe(stored.length);
  await shop.stop();
});
