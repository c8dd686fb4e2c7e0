import { expect, it, vi } from 'vitest';
import { orders } from '#server/db/schema/orders.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { storeEvents } from '#server/db/schema/sync.ts';
import type { SandboxCall } from '#server/payments/sandbox/sandbox-server.ts';
import { systemClock } from '#server/system.ts';
import { usePayingPrograms } from '#server/testing/paying-programs.ts';
import { qrOf } from '#server/testing/payments.ts';
import { signInto } from '#server/testing/program.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { createTestClock } from '#server/testing/test-clock.ts';
import { command } from '#server/testing/test-server.ts';

const programs = usePayingPrograms();

const payments = 6;
/** A payment is asked about every 2 s at most, and the claim of a dead process ends after 12 s. */
const apartMs = { asked: 1_900, dead: 11_900 };

const attempts = () => programs().db.direct.select().from(paymentAttempts).orderBy(paymentAttempts.id);

/** What the provider was asked about each payment, in order. */
async function callsOfEach(): Promise<readonly (readonly SandboxCall[])[]> {
  return (await attempts()).map(({ key, provider_order_id: id }) =>
    programs().sandbox.calls.filter((c) => c.key === key || c.path === `/v1/orders/${id}`),
  );
}

const gaps = (calls: readonly SandboxCall[]) => calls.slice(1).map((c, index) => c.at - (calls[index]?.at ?? 0));

it('two servers ask about each payment once at a time, and when one is killed (-9) the other finds what was paid: each is charged and counted once', async () => {
  const { db, sandbox, start, killAtAnswer } = programs();
  const first = start();
  await first.ready;
  const second = start();
  const origins = [await first.ready, await second.ready];
  const headers = await signInto(origins[0] ?? '');
  const shop = { db, clock: createTestClock(systemClock.now()) };
  await Promise.all(
    Array.from({ length: payments }, async (_, index) => {
      const body = await buildSubmission(shop);
      const made = await fetch(`${origins[index % 2]}/api/store/1/orders`, {
        method: 'POST',
        headers: { ...headers, ...command(), 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, payments: [qrOf(body.total)] }),
      });
      expect(made.status).toBe(201);
    }),
  );
  // Created, and read at 2 and at 5 s.
  await vi.waitFor(async () => expect((await attempts()).map((a) => a.answers)).toEqual(Array(payments).fill(3)), {
    timeout: 20_000,
  });
  for (const calls of await callsOfEach()) {
    expect(calls.map((c) => c.method)).toEqual(['POST', 'GET', 'GET']);
    expect(Math.min(...gaps(calls))).toBeGreaterThan(apartMs.asked);
  }

  // Nothing is due for 10 s: the second one sleeps between two questions, so the first has to ask.
  second.child.kill('SIGSTOP');
  for (const { provider_order_id: id } of await attempts()) sandbox.orders.move(id ?? '', 'processed');
  killAtAnswer(first);
  await first.exit;
  expect((await attempts()).map((a) => a.status)).toEqual(Array(payments).fill('PENDING'));
  const asked = await callsOfEach();
  expect(Math.max(...asked.map((calls) => calls.length))).toBe(4);
  second.child.kill('SIGCONT');
  await vi.waitFor(
    async () => expect((await attempts()).map((a) => a.status)).toEqual(Array(payments).fill('APPROVED')),
    {
      timeout: 25_000,
    },
  );

  for (const [index, calls] of (await callsOfEach()).entries()) {
    const before = asked[index]?.length ?? 0;
    // Once more, but what was asked when the first one died only after its claim had ended.
    expect(calls.map((c) => c.method)).toEqual(['POST', ...Array(before).fill('GET')]);
    expect(gaps(calls).at(-1)).toBeGreaterThan(before === 4 ? apartMs.dead : apartMs.asked);
  }
  expect([sandbox.orders.all.size, sandbox.orders.charged().length]).toEqual([payments, payments]);
  const told = (await db.direct.select().from(storeEvents)).filter((e) => e.name === 'payment-pending-resolved');
  const paid = (await attempts()).map((a) => `order:${a.payable_id}`);
  expect(told).toHaveLength(payments);
  expect(new Set(told.map((e) => e.entity_id))).toEqual(new Set(paid));
  const sold = (await db.direct.select().from(orders)).filter((o) => paid.includes(`order:${o.id}`));
  expect(sold.map((o) => `${o.status} ${o.status_rev}`)).toEqual(Array(payments).fill('PENDING 2'));
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
}, 120_000);
