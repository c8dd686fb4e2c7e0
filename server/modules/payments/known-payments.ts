import { and, eq, sql, type SQL } from 'drizzle-orm';
import { toCharge } from '#domain/bill.ts';
import { attemptStanding, type KnownPayment, recordedStanding } from '#domain/known-payments.ts';
import { type Money, zero } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { GroupStatus } from '#domain/order-group.ts';
import { type ProviderState, providerStates, startsPayment } from '#domain/paying.ts';
import { type Instant, instantFromIso } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orderGroups, orders, payments } from '#server/db/schema/orders.ts';
import { type AttemptNote, paymentAttempts } from '#server/db/schema/payments.ts';
import { ofPayable, type Payable, type PaymentAttempt } from '#server/modules/attempts/attempts-store.ts';
import { readGroups } from '#server/modules/groups/groups-store.ts';

/** An order or a group as its payments see it. */
export interface PaidObject {
  /** What it has to be paid. */
  readonly total: Money;
  readonly status: OrderStatus | GroupStatus;
  readonly status_at: Instant;
  readonly created_at: Instant;
  /** Who sold it; null for a group, which every member may read. */
  readonly sellerId: number | null;
}

/** null: the store has none with this id. */
export async function readPaidObject(tx: Tx, storeId: number, { type, id }: Payable): Promise<PaidObject | null> {
  if (type === 'order') {
    const { status, status_at, created_at, total, seller_id, order_group_id } = orders;
    const [row] = await tx
      .select({ status, status_at, created_at, total, sellerId: seller_id, group: order_group_id })
      .from(orders)
      .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
    // An order of a table is paid with its table.
    return row ? { ...row, total: row.status === 'REJECTED' || row.group !== null ? zero : row.total } : null;
  }
  const [[row], [group]] = await Promise.all([
    tx
      .select({ status: orderGroups.status, status_at: orderGroups.status_at, created_at: orderGroups.created_at })
      .from(orderGroups)
      .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.id, id))),
    readGroups(tx, storeId, [id], 0),
  ]);
  if (!row || !group) return null;
  return { ...row, total: row.status === 'REJECTED' ? zero : toCharge(group.total, group.tip), sellerId: null };
}

/**
 * Every payment of an order or group, and every attempt to charge it, by the time it began. The row of an attempt is the
 * attempt itself.
 */
export async function findPayments(
  tx: Tx,
  storeId: number,
  payable: Payable,
  paid: PaidObject,
): Promise<KnownPayment[]> {
  const column = payable.type === 'order' ? payments.order_id : payments.order_group_id;
  const rows = await tx
    .select({ row: payments, by: users.fullname })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.recorded_by))
    .where(and(eq(payments.store_id, storeId), eq(column, payable.id)))
    .orderBy(payments.id);
  const attemptsOf = (which: SQL | undefined) =>
    tx
      .select({ attempt: paymentAttempts, by: users.fullname })
      .from(paymentAttempts)
      .leftJoin(users, eq(users.id, paymentAttempts.created_by))
      .where(which);
  // A payment that came from another table has its attempts there. Two statements: each uses an index of its own.
  const came = sql`${paymentAttempts.payment_id} = any(${sql.param(rows.map(({ row }) => row.id))}::integer[])`;
  const found = await Promise.all([
    attemptsOf(ofPayable(storeId, payable)),
    attemptsOf(and(eq(paymentAttempts.store_id, storeId), came)),
  ]);
  const attempts = [...new Map(found.flat().map((a) => [a.attempt.id, a])).values()].toSorted(
    (a, b) => a.attempt.id - b.attempt.id,
  );
  const charged = new Set(attempts.map(({ attempt }) => attempt.payment_id));
  // The attempt tells of a row that a provider charges. A row may be paid otherwise later, after a refused charge.
  const isTold = ({ id, method }: Pick<typeof payments.$inferSelect, 'id' | 'method'>): boolean =>
    charged.has(id) && startsPayment(method);
  return [
    ...rows.filter(({ row }) => !isTold(row)).map(({ row, by }) => recordedPayment(row, by, paid)),
    ...attempts.map(({ attempt, by }) => attemptedPayment(attempt, by)),
  ].toSorted((a, b) => a.at - b.at);
}

function recordedPayment(
  row: typeof payments.$inferSelect,
  by: string | null,
  { status, status_at, created_at }: PaidObject,
): KnownPayment {
  const standing = recordedStanding(row, status);
  const at = row.recorded_at ?? created_at;
  const ended = standing === 'taken' || standing === 'dropped';
  const since = ended && status_at > at ? status_at : at;
  return {
    method: row.method,
    amount: row.amount,
    standing,
    since,
    by,
    at,
    reason: null,
    authorised_by: null,
    charge: null,
  };
}

function attemptedPayment(attempt: PaymentAttempt, by: string | null): KnownPayment {
  const { method, amount, history, ended_at, created_at: at } = attempt;
  const said = lastState(history);
  const standing = attemptStanding({ ...attempt, end: attempt.ended_as, said });
  const told = instantFromIso(history.at(-1)?.at ?? '') ?? at;
  const isEnd = ended_at !== null && standing !== 'returning' && standing !== 'returned';
  const charge = {
    service: attempt.provider,
    said,
    silent: attempt.failures > 0,
    asked_at: attempt.asked_at,
    known_at: attempt.known_at,
    last_four_digits: attempt.card?.last_four_digits ?? null,
  };
  return {
    method,
    amount,
    standing,
    since: isEnd ? ended_at : told,
    by,
    at,
    reason: null,
    authorised_by: null,
    charge,
  };
}

/** The last answer among the notes, which begins with the provider's state. */
function lastState(history: readonly AttemptNote[]): ProviderState | null {
  const states = history.map(({ said }) => providerStates.find((state) => said.split(' ', 1)[0] === state));
  return states.findLast((state) => state !== undefined) ?? null;
}
