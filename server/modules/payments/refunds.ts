import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { refund } from '#contract/cashbox.ts';
import { contract } from '#contract/contract.ts';
import { writeMoneyEntry } from '#contract/wire/cashbox.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { type EntrySum, refundable, refundProblem } from '#domain/cashbox.ts';
import { fail, ok } from '#domain/errors.ts';
import type { KnownPayment, KnownPayments } from '#domain/known-payments.ts';
import { moneyFromDecimal, subtract, zero } from '#domain/money.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { moneyEntries } from '#server/db/schema/cashbox.ts';
import { bindCommand, type Command } from '#server/http/commands/command.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import { inStore } from '#server/http/recipe.ts';
import { invalidField } from '#server/http/validation.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { type PaidObject, readPaidObject } from './known-payments.ts';
import { announceCashbox } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { addEntries, type Booked, readBooked } from '#server/modules/cashbox/book-money.ts';
import { findOpen, lockSettings, registerNotice, readEntry } from '#server/modules/cashbox/cashbox-store.ts';

const columnOf = { order: 'order_id', orderGroup: 'order_group_id' } as const;
type RefundOf = Payable['type'];
type Refund = z.infer<typeof refund> & { readonly id: number };

/** Until then its payments can be changed, or it can be rejected. */
const notFinished: Readonly<Record<RefundOf, string>> = {
  order: 'Se devuelve dinero de un pedido que ya terminó. Antes, cambiá sus pagos o rechazalo.',
  orderGroup: 'Se devuelve dinero de una mesa que ya terminó. Antes, cambiá sus pagos o rechazala.',
};

/**
 * Gives money of a finished order or table back and keeps it: a row of the ledger of the open register. At most what is booked
 * of it by that method; what a provider charged goes back by the provider.
 */
const giveBack = (type: RefundOf): Command<Tx, Refund, Awaited<ReturnType<typeof readEntry>>> => ({
  base: 'none',
  async decide(tx, { actor, member, headers, now }, { id, ...input }) {
    const { storeId, currency } = member;
    const amount = moneyFromDecimal(input.amount, currency);
    if (amount === null) return invalidField('amount');
    const reason = input.reason.trim();
    if (reason === '') return fail('validation', { fields: { reason: [{ rule: 'required' }] } });
    const settings = await lockSettings(tx, storeId);
    const paid = await readPaidObject(tx, storeId, { type, id });
    if (!paid) return fail('not_found');
    if (paid.status !== 'COMPLETE') return fail('invalid_transition', { params: { sentence: notFinished[type] } });
    const open = settings && (await findOpen(tx, storeId));
    if (!open) return fail('cashbox_closed');
    const of: Booked = { column: columnOf[type], id };
    const booked = await readBooked(tx, storeId, of);
    const left = refundable(booked?.sums ?? []).get(input.method) ?? zero;
    const problem = refundProblem(amount, left);
    if (problem) {
      const shown = problem.rule === 'max-value' ? { ...problem, max: writeMoney(left, currency) } : problem;
      return fail('validation', { fields: { amount: [shown] } });
    }
    const entry = { kind: 'refund', method: input.method, amount: subtract(zero, amount) } as const;
    const command = headers.id;
    const subject = { [of.column]: id, description: reason, since: now };
    const [entryId] = await addEntries(tx, { storeId, actor, command, at: now }, subject, [entry]);
    if (entryId === undefined) throw new Error('the refund was not stored');
    const after = { method: input.method, amount, reason };
    const what = { action: 'money.refund', entity: type === 'order' ? 'order' : 'group', entityId: id };
    appendAudit(tx, { storeId, actor, ...what, before: null, after, command, at: now });
    const stored = await readEntry(tx, open, entryId);
    announceCashbox(pgFeeds(tx, storeId), { at: now, storeId, notice: registerNotice(settings, open.id) });
    return ok(stored);
  },
});

const bound = (procedure: 'orders' | 'groups', type: RefundOf) =>
  bindCommand(contract[procedure].refund, giveBack(type), (entry, { member }) =>
    writeMoneyEntry(entry, member.currency),
  );

export const refundRoutes = {
  orders: { refund: inStore.orders.refund.handler(commandHandler(bound('orders', 'order'), inTransaction)) },
  groups: { refund: inStore.groups.refund.handler(commandHandler(bound('groups', 'orderGroup'), inTransaction)) },
};

/** The money of an order or table that went back by hand, and what can still go back. */
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
    .where(and(eq(moneyEntries.store_id, storeId), eq(moneyEntries[columnOf[type]], id)))
    .orderBy(asc(moneyEntries.id));
  const sums = rows.map(({ entry }): EntrySum => ({ ...entry, method: entry.method ?? 'tip' }));
  const left = status === 'COMPLETE' ? [...refundable(sums)].map(([method, amount]) => ({ method, amount })) : [];
  const payments = rows.flatMap(({ entry, by, authorised_by }): KnownPayment[] => {
    const { kind, method, amount, at, description: reason } = entry;
    if (kind !== 'refund' || method === null) return [];
    const given = subtract(zero, amount);
    return [{ method, amount: given, standing: 'refunded', since: at, by, at, reason, authorised_by, charge: null }];
  });
  return { payments, refundable: left };
}
