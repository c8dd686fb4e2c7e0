import { and, eq, sql } from 'drizzle-orm';
import {
  type AttemptWork,
  groupAfterPayment,
  orderAfterPayment,
  type PaymentEnd,
  statusOfEnd,
} from '#domain/paying.ts';
import type { Instant } from '#domain/time.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';
import type { Tx } from '#server/db/database.ts';
import { orders } from '#server/db/schema/orders.ts';
import type { Actor, StoreMember } from '#server/http/access-store.ts';
import type { NamedActor } from '#server/http/actors.ts';
import {
  endAttempt,
  lockAttempt,
  type PaymentAttempt,
  savePaymentStatus,
} from '#server/modules/attempts/attempts-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { endOrders } from '#server/modules/groups/end-orders.ts';
import { lockGroup } from '#server/modules/groups/groups-store.ts';
import { pgGroupRepository } from '#server/modules/groups/pg-group-repository.ts';
import { lockOrder } from '#server/modules/orders/orders-store.ts';
import { pgOrderRepository, type RepositoryCall } from '#server/modules/orders/pg-order-repository.ts';
import { recordChange, recordMoney } from '#server/modules/orders/record-change.ts';
import { readStoreRow } from '#server/modules/stores/stores-store.ts';

/** What ends a payment, and for whom. */
export interface Resolution {
  readonly end: PaymentEnd;
  /** What is still to be done at the provider. */
  readonly work: AttemptWork;
  /** The person who cancelled, or the provider. */
  readonly actor: Actor | NamedActor;
  readonly at: Instant;
}

/**
 * Locks what a claimed attempt pays, then the attempt itself, in this order. Null: the claim ended and another process has
 * asked since, so the answer to this one may be older than what is known, and is dropped.
 */
export async function lockClaimed(tx: Tx, claimed: PaymentAttempt): Promise<PaymentAttempt | null> {
  const { store_id: storeId, payable_type: type, payable_id: id } = claimed;
  if (type === 'order') await lockOrder(tx, storeId, id);
  else await lockGroup(tx, storeId, id);
  const attempt = await lockAttempt(tx, storeId, claimed.id);
  return attempt.held_until === claimed.held_until ? attempt : null;
}

/**
 * Ends a pending payment with everything that follows: its row, the status of the order or group (N-03), audit and
 * events. The attempt and what it pays are locked (`lockClaimed`). What is gone meanwhile cannot be paid: its money is given
 * back.
 */
export async function resolvePayment(tx: Tx, attempt: PaymentAttempt, resolution: Resolution): Promise<void> {
  const { store_id: storeId, payable_type: type, payable_id: id } = attempt;
  const known = type === 'order' ? await lockOrder(tx, storeId, id) : await lockGroup(tx, storeId, id);
  const { end, work, actor, at }: Resolution =
    known || resolution.end !== 'approved' ? resolution : { ...resolution, end: 'cancelled', work: 'refund' };
  await endAttempt(tx, attempt, { end, work, at });
  const status = statusOfEnd(end);
  const what = { action: 'payment.resolve', entity: 'payment', entityId: attempt.id, command: null, at };
  const after = { status, end, amount: attempt.amount, provider: attempt.provider };
  appendAudit(tx, { storeId, actor, ...what, before: { status: attempt.status }, after });
  if (!known) return;
  const call = await callOf(tx, storeId, actor, at);
  if (type === 'order') await resolveOrder(tx, attempt, end, call);
  else await resolveGroup(tx, id, end, call);
  pgOrderRepository(new Map(), { service: null })(tx, call).announcePayment({ type, id }, status);
}

/** Tells that a payment which was counted has been given back. */
export async function takeBackPayment(tx: Tx, attempt: PaymentAttempt, at: Instant): Promise<void> {
  const { store_id: storeId, payable_type: type, payable_id: id } = attempt;
  await savePaymentStatus(tx, storeId, attempt.payment_id, 'REJECTED');
  const actor = { kind: 'provider', name: attempt.provider } as const;
  const what = { action: 'payment.refund', entity: 'payment', entityId: attempt.id, command: null, at };
  const after = { status: 'REJECTED', amount: attempt.amount };
  appendAudit(tx, { storeId, actor, ...what, before: { status: attempt.status }, after });
  const call = await callOf(tx, storeId, actor, at);
  if (type === 'order') {
    const row = await lockOrder(tx, storeId, id);
    if (row) await touchOrder(tx, id, call);
  } else if (await lockGroup(tx, storeId, id)) {
    const repository = pgGroupRepository(new Map(), null)(tx, call);
    await repository.save(id, { by: null, at });
    await repository.announce(id, 'order-group-updated', []);
  }
}

async function resolveOrder(
  tx: Tx,
  { payable_id: id, order_status: before }: PaymentAttempt,
  end: PaymentEnd,
  call: RepositoryCall,
): Promise<void> {
  const repository = pgOrderRepository(new Map(), { service: null })(tx, call);
  const row = await repository.lock(id);
  if (!row) return;
  if (row.status !== 'PAYING') return touchOrder(tx, id, call);
  const { status, reason } = orderAfterPayment(row.origin, before, end);
  raiseMoney(tx, id, call);
  repository.saveStatus(id, {
    status,
    ready_by: row.ready_by,
    reject_reason: reason,
    rejected_reason_message: reason && rejectReasonMessages[reason],
    by: 'userId' in call.actor ? call.actor.userId : null,
    at: call.now,
  });
  await recordChange(repository, row, { action: status === 'REJECTED' ? 'order.reject' : 'order.changeStatus' });
}

/** A payment of the order changed, and nothing else. */
async function touchOrder(tx: Tx, id: number, call: RepositoryCall): Promise<void> {
  raiseMoney(tx, id, call);
  const repository = pgOrderRepository(new Map(), { service: null })(tx, call);
  const paid = (o: { readonly payments: readonly { readonly status: string }[] }) => o.payments.map((p) => p.status);
  await recordMoney(repository, id, { action: 'order.payment', before: null, after: paid });
}

/** Raises `money_rev`: a save of payments that has not seen this status is a conflict. */
function raiseMoney(tx: Tx, id: number, { member, now }: RepositoryCall): void {
  const update = tx
    .update(orders)
    .set({ updated_at: now, ver: sql`${orders.ver} + 1`, money_rev: sql`${orders.money_rev} + 1` })
    .where(and(eq(orders.store_id, member.storeId), eq(orders.id, id)));
  tx.behind(update.execute());
}

async function resolveGroup(tx: Tx, id: number, end: PaymentEnd, call: RepositoryCall): Promise<void> {
  const repository = pgGroupRepository(new Map(), null)(tx, call);
  const row = await repository.lock(id);
  if (!row) return;
  const before = await repository.read(id);
  const by = { by: 'userId' in call.actor ? call.actor.userId : null, at: call.now };
  const status = row.status === 'PAYING' ? groupAfterPayment(end) : row.status;
  await repository.save(id, { ...(status !== row.status && { status }), ...by });
  const ends = status === 'COMPLETE' && row.status === 'PAYING';
  const codes = ends ? await endOrders(repository, by, row, 'COMPLETE') : [];
  await repository.announce(id, 'order-group-updated', codes);
  const shown = ({ status: is, payments }: typeof before) => ({
    status: is,
    payments: payments.map((p) => ({ method: p.method, amount: p.amount, status: p.status })),
  });
  repository.audit({
    action: 'group.payment',
    groupId: id,
    before: shown(before),
    after: shown(await repository.read(id)),
  });
}

/** A change that is no command of a member. */
async function callOf(tx: Tx, storeId: number, actor: Actor | NamedActor, now: Instant): Promise<RepositoryCall> {
  const row = await readStoreRow(tx, storeId);
  const member: StoreMember = {
    storeId,
    plan: row.plan,
    pivot: { role: 'owner', owner: true, config: { vatCategory: null } },
    currency: { symbol: row.currency_symbol, decimals: row.currency_decimals },
    timezone: row.timezone,
    factsVersion: row.facts_version,
  };
  return { actor, member, headers: { id: null, takenOffline: false }, now };
}
