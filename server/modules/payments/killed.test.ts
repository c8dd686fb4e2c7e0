import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { order } from '#contract/orders.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { systemClock } from '#server/system.ts';
import { usePayingPrograms } from '#server/testing/paying-programs.ts';
import { attemptOf, qrOf } from '#server/testing/payments.ts';
import { signInto } from '#server/testing/program.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command } from '#server/testing/test-server.ts';
import { createTestClock } from '#server/testing/test-clock.ts';

const programs = usePayingPrograms();

/** A dead process keeps its claim for 12 s; then the next second finds it. */
const withinMs = 20_000;

it('killed (-9) after the provider created the payment, and again after it was paid: charged once, and found', async () => {
  const { db, sandbox, start, killAtAnswer } = programs();
  const first = start();
  const origin = await first.ready;
  const headers = await signInto(origin);
  const body = await buildSubmission({ db, clock: createTestClock(systemClock.now()) });
  killAtAnswer(first);
  await fetch(`${origin}/api/store/1/orders`, {
    method: 'POST',
    headers: { ...headers, ...command(), 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, payments: [qrOf(body.total)] }),
  }).catch(() => null);
  await first.exit;
  // The order was committed before the provider was asked, whether its answer came or not.
  const [made] = await db.direct.select({ id: paymentAttempts.payable_id }).from(paymentAttempts);
  const payable = { type: 'order', id: made?.id ?? 0 } as const;
  expect(await attemptOf({ db }, payable)).toMatchObject({ work: 'create', provider_order_id: null });

  const second = start();
  await second.ready;
  const known = await vi.waitFor(
    async () => {
      const { provider_order_id: id } = await attemptOf({ db }, payable);
      if (id === null) throw new Error('not found again yet');
      return id;
    },
    { timeout: withinMs },
  );
  killAtAnswer(second);
  sandbox.orders.move(known, 'processed');
  await second.exit;
  expect(await attemptOf({ db }, payable)).toMatchObject({ work: 'watch', status: 'PENDING' });

  const third = start();
  await third.ready;
  await vi.waitFor(async () => expect((await attemptOf({ db }, payable)).status).toBe('APPROVED'), {
    timeout: withinMs,
  });
  const again = await signInto(await third.ready);
  const paid = await fetch(`${await third.ready}/api/store/1/orders/${payable.id}`, { headers: again });
  expect(z.parse(order, await paid.json())).toMatchObject({ status: 'PENDING', payments: [{ status: 'APPROVED' }] });
  expect([sandbox.orders.all.size, sandbox.orders.charged().length]).toEqual([1, 1]);
  third.child.kill('SIGTERM');
  expect(await third.exit).toBe(0);
}, 120_000);
