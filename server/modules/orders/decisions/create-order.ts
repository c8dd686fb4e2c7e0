import type { OrderSubmission } from '#contract/orders.ts';
import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import { readPhone } from '#contract/phone.ts';
import { acceptSubmission } from './order-submission.ts';

const withoutBlanks = (text: string | null): string | null => text?.trim() || null;

/** Inside the command's transaction: judge, number, write, audit, announce (K-75). */
export async function createOrder(
  book: OrderBook,
  { actor, member, headers, now }: OrderCall,
  input: OrderSubmission & { readonly store_id: number },
): Promise<Outcome<{ order: WireOrder }>> {
  const { store_id: _, ...submission } = input;
  const fingerprint = fingerprintOf(submission);
  const before = await book.orderOfUid(submission.uid);
  if (before) {
    const current = writeOrder(await book.read(before.id), member.currency);
    if (before.submission === fingerprint) return { ok: true, value: { order: current } };
    return { ok: false, failure: { code: 'conflict' }, extra: { current } };
  }
  const facts = await book.saleFacts(submission);
  const dialled = withoutBlanks(submission.phone);
  const accepted = acceptSubmission(submission, {
    ...facts,
    phone: dialled === null ? null : await readPhone(dialled, facts.store.country),
    userId: actor.userId,
    takenOffline: headers.takenOffline,
    now,
  });
  if (!accepted.ok) return accepted;
  const { totals, code, sellerId, payments, phone, address, promocodes, readyBy, priceDifference } = accepted.value;
  const id = await book.insert({
    uid: submission.uid,
    submission: fingerprint,
    type: submission.type,
    status: 'PENDING',
    origin: 'store',
    description: withoutBlanks(submission.description),
    phone,
    comments: withoutBlanks(submission.comments),
    address,
    shipping: null,
    subtotal: totals.subtotal,
    discount: totals.discount,
    delivery_amount: totals.delivery_amount,
    total: totals.total,
    price_difference: priceDifference,
    ready_by: readyBy,
    is_scheduled: readyBy !== null,
    promocodes: [...promocodes],
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
  const order = await book.read(id);
  await book.audit({
    action: 'order.create',
    orderId: id,
    before: null,
    after: { total: order.total, price_difference: order.price_difference },
  });
  const wire = writeOrder(order, member.currency);
  await book.announce({ name: 'order-created', order: wire, waitingChanged: true });
  return { ok: true, value: { order: wire } };
}
