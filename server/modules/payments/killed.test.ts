import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { order } from '#contract/orders.ts';
import { connectDatabase, type Database } from '#server/db/database.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/test-database.ts';
import { sandboxToken } from '#server/payments/sandbox/sandbox-payments.ts';
import { type PaymentSandbox, startPaymentSandbox } from '#server/payments/sandbox/sandbox-server.ts';
import { systemClock } from '#server/system.ts';
import { attemptOf, qrOf } from '#server/testing/payments.ts';
import { killPrograms, type Program, signInto, startProgram } from '#server/testing/program.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command } from '#server/testing/test-server.ts';
import { createTestClock } from '#server/testing/test-clock.ts';

let database: TestDatabase;
let db: Database;
let sandbox: PaymentSandbox;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  sandbox = await startPaymentSandbox({ clock: systemClock, accessToken: sandboxToken, webhookSecret: null });
});
afterEach(() => killPrograms());
afterAll(async () => {
  await db.end();
  await sandbox.stop();
  await database.drop();
});

const start = (): Program =>
  startProgram({
    DATABASE_URL: database.url,
    MERCADO_PAGO_TOKEN: sandboxToken,
    MERCADO_PAGO_POS: 'CAJA001',
    MERCADO_PAGO_ENDPOINT: sandbox.url,
  });

/** Kills the program after the provider did what it was asked, and before it answers. */
const killAtAnswer = ({ child, exit }: Program) =>
  sandbox.faults.push({
    kind: 'before-answer',
    async happens() {
      child.kill('SIGKILL');
      await exit;
    },
  });

/** A dead process keeps its claim for 12 s; then the next second finds it. */
const withinMs = 20_000;

it('killed (-9) after the provider created the payment, and again after it was paid: charged once, and found', async () => {
  const first = start();
  const origin = await first.ready;
  db = await connectDatabase(database.url, { connections: 2, log: () => undefined });
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
