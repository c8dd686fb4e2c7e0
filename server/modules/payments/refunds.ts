import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { refund } from '#contract/cashbox.ts';
import { contract } from '#contract/contract.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { writeMoneyEntry } from '#contract/wire/cashbox.ts';
import type { EntrySum } from '#domain/cashbox.ts';
import { type ChargedPayment, refundable, refundParts, refundProblem } from '#domain/refunds.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import type { KnownPayment, KnownPayments } from '#domain/known-payments.ts';
import { type Money, moneyFromDecimal, subtract, zero } from '#domain/money.ts';
import { startsPayment } from '#domain/paying.ts';
import type { PaymentMethod } from '#domain/store.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { moneyEntries } from '#server/db/schema/cashbox.ts';
import { paymentAttempts, paymentRefunds } from '#server/db/schema/payments.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import { inStore } from '#server/http/recipe.ts';
import { invalidField } from '#server/http/validation.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { readBooked } from '#server/modules/cashbox/book-money.ts';
import { findOpen, lockSettings, readEntry } from '#server/modules/cashbox/cashbox-store.ts';
import { lockGroup } from '#server/modules/groups/groups-store.ts';
import { lockOrder } from '#server/modules/orders/orders-store.ts';
import { bookRefund, payableColumns } from './book-refund.ts';
import { readAskedRefunds, readCharged } from './charged-payments.ts';
import type { Charging } from './charging.ts';
import { type PaidObject, readPaidObject } from './known-payments.ts';

type RefundOf = Payable['type'];
type Refund = z.infer<typeof refund> & { readonly id: number };
type Decided = Outcome<Awaited<ReturnType<typeof readEntry>> | null>;

/** Until then its payments can be changed, or it can be rejected. */
const notFinished: Readonly<Record<RefundOf, string>> = {
  order: 'Se devuelve dinero de un pedido que ya terminó. Antes, cambiá sus pagos o rechazalo.',
  orderGroup: 'Se devuelve dinero de una mesa que ya terminó. Antes, cambiá sus pagos o rechazala.',
};

/** Money that is to go back, as far as it is checked without what is stored. */
interface Wish {
  readonly amount: Money;
  readonly reason: string;
  readonly payable: Payable;
  readonly method: PaymentMethod;
}

/**
 * Gives money of a finished order or table back and keeps it: at most what is booked of it by that method. What people took
 * goes back at once: a row of the ledger of the open register. What a provider charged goes back by the provider, so the row
 * follows when that has proven it; the wish is stored with its key before the provider is asked.
 */
const giveBack = (type: RefundOf): Command<Tx, Refund, Awaited<ReturnType<typeof readEntry>> | null> => ({
  base: 'none',
  async decide(tx, call, { id, ...input }) {
    const { currency } = call.member;
    const amount = moneyFromDecimal(input.amount, currency);
    if (amount === null) return invalidField('amount');
    const reason = input.reason.trim();
    if (reason === '') return fail('validation', { fields: { reason: [{ rule: 'required' }] } });
    const wish = { amount, reason, payable: { type, id }, method: input.method };
    // Two refunds of one order wait for each other, and for what the provider says about an earlier one.
    await (type === 'order' ? lockOrder : lockGroup)(tx, call.member.storeId, id);
    const refused = await refusalOf(tx, call, wish);
    if (!refused.ok) return refused;
    return startsPayment(input.method) ? askProvider(tx, call, wish) : giveBackNow(tx, call, wish);
  },
});

async function giveBackNow(tx: Tx, call: CommandCall, wish: Wish): Promise<Decided> {
  const { actor, member, headers, now } = call;
  const { storeId } = member;
  const settings = await lockSettings(tx, storeId);
  const open = settings && (await findOpen(tx, storeId));
  if (!open) return fail('cashbox_closed');
  const checked = await withinLeft(tx, call, wish, []);
  if (!checked.ok) return checked;
  const entryId = await bookRefund(tx, { storeId, actor, command: headers.id, at: now }, wish);
  return ok(await readEntry(tx, open, entryId));
}

async function askProvider(tx: Tx, call: CommandCall, wish: Wish): Promise<Decided> {
  const { actor, member, headers, now } = call;
  const { storeId } = member;
  const { payable, method, amount, reason } = wish;
  const charged = await readCharged(tx, storeId, payable);
  const checked = await withinLeft(tx, call, wish, charged);
  if (!checked.ok) return checked;
  if (!(await findOpen(tx, storeId))) return fail('cashbox_closed');
  const parts = refundParts(
    amount,
    charged.filter((c) => c.method === method),
  );
  const person = {
    user_id: actor.userId,
    session_id: actor.sessionId,
    device: actor.device,
    authorised_by: actor.authorisedBy ?? null,
  };
  for (const part of parts) {
    const row = { store_id: storeId, attempt_id: part.id, amount: part.amount, reason, state: 'pending' as const };
    await tx.insert(paymentRefunds).values({ ...row, ...person, cmd_id: headers.id, created_at: now });
    await tx.update(paymentAttempts).set({ work: 'give-back', next_at: now }).where(eq(paymentAttempts.id, part.id));
    const what = { action: 'payment.give-back', entity: 'payment', entityId: part.id, command: headers.id, at: now };
    appendAudit(tx, { storeId, actor, ...what, before: null, after: { amount: part.amount, reason } });
  }
  return ok(null);
}

/** Why nothing of that order or table can go back. */
async function refusalOf(tx: Tx, { member }: CommandCall, { payable }: Wish): Promise<Result<PaidObject>> {
  const paid = await readPaidObject(tx, member.storeId, payable);
  if (!paid) return fail('not_found');
  return paid.status === 'COMPLETE'
    ? ok(paid)
    : fail('invalid_transition', { params: { sentence: notFinished[payable.type] } });
}

/** Refuses more than is left; the limit is told as the request writes amounts. */
async function withinLeft(
  tx: Tx,
  { member: { storeId, currency } }: CommandCall,
  { payable: { type, id }, method, amount }: Wish,
  charged: readonly ChargedPayment[],
): Promise<Result<null>> {
  const booked = await readBooked(tx, storeId, { column: payableColumns[type], id });
  const left = refundable(booked?.sums ?? [], charged).get(method) ?? zero;
  const problem = refundProblem(amount, left);
  if (!problem) return ok(null);
  const shown = problem.rule === 'max-value' ? { ...problem, max: writeMoney(left, currency) } : problem;
  return fail('validation', { fields: { amount: [shown] } });
}

const bound = (procedure: 'orders' | 'groups', type: RefundOf) =>
  bindCommand(contract[procedure].refund, giveBack(type), (entry, { member }) => ({
    entry: entry && writeMoneyEntry(entry, member.currency),
  }));

export function refundRoutes(charging: Pick<Charging, 'begin'>) {
  const handler = (procedure: 'orders' | 'groups', type: RefundOf) => {
    const give = commandHandler(bound(procedure, type), inTransaction);
    return async (call: Parameters<typeof give>[0]): ReturnType<typeof give> => {
      const given = await give(call);
      if (given.entry === null) charging.begin(call.context.member.storeId, { type, id: call.input.id });
      return given;
    };
  };
  return {
    orders: { refund: inStore.orders.refund.handler(handler('orders', 'order')) },
    groups: { refund: inStore.groups.refund.handler(handler('groups', 'orderGroup')) },
  };
}

/** The money of an order or table that went back while it stays, and what can still go back. */
export async function readRefunds(
  tx: Tx,
  storeId: number,
  { type, id }: Payable,
  { status }: Pick<PaidObject, 'status'>,
): Promise<Pick<KnownPayments, 'payments' | 'refundable'>> {
  const authorisers = alias(users, 'authorisers');
  const rows = await tx
    .select({ entry: moneyEntries, by: users.fullname, authorised_by: authorisers.fullname })
    .from(moneyEntries)
    .leftJoin(users, eq(users.id, moneyEntries.actor_id))
    .leftJoin(authorisers, eq(authorisers.id, moneyEntries.authorised_by))
    .where(and(eq(moneyEntries.store_id, storeId), eq(moneyEntries[payableColumns[type]], id)))
    .orderBy(asc(moneyEntries.id));
  const sums = rows.map(({ entry }): EntrySum => ({ ...entry, method: entry.method ?? 'tip' }));
  const charged = await readCharged(tx, storeId, { type, id });
  const left = status === 'COMPLETE' ? [...refundable(sums, charged)] : [];
  const payments = rows.flatMap(({ entry, by, authorised_by }): KnownPayment[] => {
    const { kind, method, amount, at, description: reason } = entry;
    if (kind !== 'refund' || method === null) return [];
    const given = subtract(zero, amount);
    return [{ method, amount: given, standing: 'refunded', since: at, by, at, reason, authorised_by, charge: null }];
  });
  return {
    payments: [...payments, ...(await readAskedRefunds(tx, storeId, { type, id }))],
    refundable: left.map(([method, amount]) => ({ method, amount })),
  };
}
