import { and, eq } from 'drizzle-orm';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { paymentInProgress } from '#contract/paying.ts';
import { money } from '#domain/money.ts';
import { after, minutes } from '#domain/time.ts';
import { accessTokens } from '#server/db/schema/accounts.ts';
import { orderGroups, orders, payments } from '#server/db/schema/orders.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { insertAttempt, type Payable, type PaymentAttempt } from '#server/modules/attempts/attempts-store.ts';
import { pursueDue } from '#server/modules/payments/charging.ts';
import type { PaymentSandbox } from '#server/payments/sandbox/sandbox-server.ts';
import { readCreated, readFeed, readOneOrder } from './read.ts';
import { buildSubmission, sendOrder, type Wanted } from './submissions.ts';
import type { Answer, TestServer } from './test-server.ts';

/** Signs the webhooks of the tests' sandbox. */
export const paymentSecret = 'clave-de-prueba';

export const readPaying = (answer: Answer) => z.parse(paymentInProgress, answer.body);

/** A QR for an amount in pesos. */
export const qrOf = (amount: number) => ({
  method: 'mercadopago-qr' as const,
  amount,
  option: 'mercadopago-qr',
  type: null,
  value: null,
});

/** A card of the store's payment gateway, charged online for an amount in pesos. `token` decides in the sandbox. */
export async function onlineCardOf(server: TestServer, amount: number, token = 'tok-1') {
  const profile = await server.ask('ana', '/store/1');
  const gateway = Number(/"id":(\d+),"type":"payment"/.exec(profile.text)?.[1]);
  const card = { gateway, installments: 1, last_four_digits: '4242', token };
  return { method: 'mercadopago-online' as const, option: 'visa', amount, type: null, value: null, ...card };
}

export const sandboxOf = ({ payingSandbox }: TestServer): PaymentSandbox => {
  if (!payingSandbox) throw new Error('a server without the payment sandbox');
  return payingSandbox;
};

/** Forgets what the sandbox was asked, and what it is to get wrong. */
export function resetSandbox(server: TestServer): void {
  sandboxOf(server).faults.length = 0;
  sandboxOf(server).calls.length = 0;
}

export async function attemptOf({ db }: Pick<TestServer, 'db'>, { type, id }: Payable): Promise<PaymentAttempt> {
  const rows = await db.direct
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.payable_type, type), eq(paymentAttempts.payable_id, id)))
    .orderBy(paymentAttempts.id);
  const last = rows.at(-1);
  if (!last) throw new Error(`no payment of ${type} ${id}`);
  return last;
}

/** Takes an order that is paid by QR; does not wait for the provider. */
export async function sellByQr(server: TestServer, wanted: Wanted = {}, more: { readonly key?: string } = {}) {
  const { total } = await buildSubmission(server, wanted);
  return readCreated(await sendOrder(server, { wanted, more: { payments: [qrOf(total)] }, ...more }));
}

/** Waits until the sandbox knows the payment; returns its id there. */
export const knownAt = (server: TestServer, payable: Payable): Promise<string> =>
  vi.waitFor(async () => {
    const { provider_order_id: id } = await attemptOf(server, payable);
    if (id === null) throw new Error('the provider does not know it yet');
    return id;
  }, 30_000);

/** Lets the time pass and asks about what is due. */
export async function reconcileLater({ clock, db, deps }: TestServer, ms: number): Promise<void> {
  clock.jump(ms);
  // Longer than an access token lives.
  await db.direct.update(accessTokens).set({ expires_at: after(clock.now(), minutes(60)) });
  await pursueDue(deps);
}

/** Calls about orders of La Esquina that are paid by QR. */
export function payingCalls(server: () => TestServer) {
  return {
    payableOf: (id: number) => ({ type: 'order', id }) as const,
    orderOf: async (id: number) => readOneOrder(await server().ask('ana', `/store/1/orders/${id}`)),
    paying: (id: number): Promise<Answer> => server().ask('ana', `/store/1/orders/${id}/paying`),
    cancelled: (id: number): Promise<Answer> =>
      server().ask('ana', `/store/1/orders/${id}/paying`, { method: 'DELETE' }),
    later: (ms: number): Promise<void> => reconcileLater(server(), ms),
    /** The position of the newest event. */
    head: async () => readFeed(await server().ask('ana', '/store/1/changes')).head,
    /** The payments of which it was told since then that they ended. */
    tellsOf: async (since: number) =>
      readFeed(await server().ask('ana', `/store/1/changes?since=${since}`))
        .changes.filter((c) => c.name === 'payment-pending-resolved')
        .map((c) => c.id),
  };
}

/** Makes an order or group of La Esquina PAYING, by a QR of 100 pesos of which no provider knows yet. */
export async function startedPayment({ db, clock }: Pick<TestServer, 'db' | 'clock'>, payable: Payable): Promise<void> {
  const at = clock.now();
  const amount = money(10_000);
  const isOrder = payable.type === 'order';
  const pending = and(eq(paymentAttempts.payable_type, payable.type), eq(paymentAttempts.payable_id, payable.id));
  // Of an earlier start of the same test.
  await db.direct.delete(paymentAttempts).where(and(pending, eq(paymentAttempts.status, 'PENDING')));
  await db.store(1, 'write', async (tx) => {
    if (isOrder) await tx.update(orders).set({ status: 'PAYING' }).where(eq(orders.id, payable.id));
    else await tx.update(orderGroups).set({ status: 'PAYING' }).where(eq(orderGroups.id, payable.id));
    const row = { method: 'mercadopago-qr', amount, option: 'mercadopago-qr', status: 'PENDING' } as const;
    const of = { order_id: isOrder ? payable.id : null, order_group_id: isOrder ? null : payable.id };
    const [payment] = await tx
      .insert(payments)
      .values({ ...row, ...of, store_id: 1, can_modify: true })
      .returning({ id: payments.id });
    const charge = { provider: 'mercadopago', currency: 'ARS', method: row.method, amount, card: null } as const;
    insertAttempt(tx, 1, { payable, orderStatus: null, paymentId: payment?.id ?? 0, ...charge, by: 1, at });
  });
}
