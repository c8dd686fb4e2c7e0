import { sql } from 'drizzle-orm';
import type { OrderSubmission } from '#contract/orders.ts';
import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Outcome } from '#server/http/commands.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import type { StoreContext } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { readDiscounts, readItems } from '#server/modules/catalog/catalog-store.ts';
import { isStaff, readCode, readStoreAlone } from '#server/modules/stores/stores-store.ts';
import { announceOrder } from '#server/realtime/feed-store.ts';
import { acceptSubmission } from './order-submission.ts';
import { insertOrder, orderIdOfUid, readOrder } from './orders-store.ts';

const withoutBlanks = (text: string | null): string | null => text?.trim() || null;

/** Inside the command's transaction: judge, number, write, audit, announce (K-75). */
export async function createOrder(
  tx: Tx,
  { deps, actor, member }: StoreContext,
  submission: OrderSubmission,
  command: Uuid,
): Promise<Outcome<{ order: WireOrder }>> {
  const { storeId, currency, pivot } = member;
  const fingerprint = fingerprintOf(submission);
  const before = await knownUnder(tx, storeId, submission.uid);
  if (before) {
    const order = await readOrder(tx, storeId, before.id);
    if (!order) throw new Error(`order ${before.id} is gone`);
    const current = writeOrder(order, currency);
    if (before.submission === fingerprint) return { ok: true, value: { order: current } };
    return { ok: false, failure: { code: 'conflict' }, extra: { current } };
  }
  const now = deps.clock.now();
  const accepted = acceptSubmission(submission, {
    store: await readStoreAlone(tx, storeId, pivot),
    items: await readItems(
      tx,
      storeId,
      submission.items.map((line) => line.id),
    ),
    rules: await readDiscounts(tx, storeId),
    code: submission.code === undefined ? null : await readCode(tx, storeId, submission.code),
    sellerIsStaff: submission.seller_id !== null && (await isStaff(tx, storeId, submission.seller_id)),
    userId: actor.userId,
    now,
  });
  if (!accepted.ok) return accepted;
  const { totals, code, sellerId, payments, phone } = accepted.value;
  const id = await insertOrder(tx, storeId, {
    uid: submission.uid,
    submission: fingerprint,
    type: submission.type,
    status: 'PENDING',
    origin: 'store',
    description: withoutBlanks(submission.description),
    phone,
    comments: withoutBlanks(submission.comments),
    address: null,
    shipping: null,
    subtotal: totals.subtotal,
    discount: totals.discount,
    delivery_amount: totals.delivery_amount,
    total: totals.total,
    ready_by: null,
    is_scheduled: false,
    reject_reason: null,
    rejected_reason_message: null,
    created_at: now,
    code_id: code?.id ?? null,
    user_id: null,
    seller_id: sellerId,
    created_by: actor.userId,
    lines: totals.lines,
    payments,
  });
  const order = await readOrder(tx, storeId, id);
  if (!order) throw new Error(`order ${id} was not written`);
  const wire = writeOrder(order, currency);
  await appendAudit(tx, {
    storeId,
    actor,
    action: 'order.create',
    entity: 'order',
    entityId: id,
    before: null,
    after: { total: totals.total },
    command,
    at: now,
  });
  await announceOrder(tx, { storeId, currency, at: now, name: 'order-created', order, waitingChanged: true });
  return { ok: true, value: { order: wire } };
}

/** The order already made under this uid; a second command with the same uid waits here for the first. */
async function knownUnder(tx: Tx, storeId: number, uid: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order:${storeId}:${uid}`}, 0))`);
  return orderIdOfUid(tx, storeId, uid);
}
