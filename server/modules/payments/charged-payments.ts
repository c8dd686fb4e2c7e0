import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ChargedPayment } from '#domain/refunds.ts';
import type { KnownPayment } from '#domain/known-payments.ts';
import { money, subtract } from '#domain/money.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { paymentAttempts, paymentRefunds } from '#server/db/schema/payments.ts';
import { ofPayable, type Payable } from '#server/modules/attempts/attempts-store.ts';

/** What a provider charged of an order or table and can still be asked to give back, the oldest first. */
export async function readCharged(tx: Tx, storeId: number, payable: Payable): Promise<ChargedPayment[]> {
  const { id, method, amount, status, work } = paymentAttempts;
  const asked = sql<string>`coalesce(sum(${paymentRefunds.amount}), 0)`;
  const rows = await tx
    .select({ id, method, amount, asked })
    .from(paymentAttempts)
    .leftJoin(
      paymentRefunds,
      and(eq(paymentRefunds.attempt_id, id), inArray(paymentRefunds.state, ['pending', 'done'])),
    )
    .where(and(ofPayable(storeId, payable), eq(status, 'APPROVED'), inArray(work, ['none', 'give-back'])))
    .groupBy(id)
    .orderBy(asc(id));
  return rows.map((row) => ({ id: row.id, method: row.method, left: subtract(row.amount, money(Number(row.asked))) }));
}

/** The parts that a provider was asked to give back and has not proven, or did not give back. */
export async function readAskedRefunds(tx: Tx, storeId: number, payable: Payable): Promise<KnownPayment[]> {
  const authorisers = alias(users, 'authorisers');
  const rows = await tx
    .select({
      refund: paymentRefunds,
      method: paymentAttempts.method,
      by: users.fullname,
      authorised_by: authorisers.fullname,
    })
    .from(paymentAttempts)
    .innerJoin(paymentRefunds, eq(paymentRefunds.attempt_id, paymentAttempts.id))
    .leftJoin(users, eq(users.id, paymentRefunds.user_id))
    .leftJoin(authorisers, eq(authorisers.id, paymentRefunds.authorised_by))
    .where(and(ofPayable(storeId, payable), inArray(paymentRefunds.state, ['pending', 'refused'])));
  return rows.map(({ refund: { amount, reason, state, created_at: at, ended_at }, ...row }) => ({
    ...row,
    amount,
    reason,
    standing: state === 'refused' ? 'refund-refused' : 'refunding',
    since: ended_at ?? at,
    at,
    charge: null,
  }));
}
