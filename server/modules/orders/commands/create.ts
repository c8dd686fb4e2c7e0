import type { OrderSubmission } from '#contract/order-submission.ts';
import { readPhone } from '#contract/phone.ts';
import { longestAwayMs } from '#domain/limits.ts';
import { fail } from '#domain/errors.ts';
import { paymentInProgressOf } from '#domain/paying.ts';
import { can } from '#domain/permissions.ts';
import { customerRole } from '#domain/roles.ts';
import { takesNoOrders } from '#domain/store.ts';
import { after } from '#domain/time.ts';
import type { StoredOrder } from '#domain/order.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import { mayReadOrder, type OrderCommand } from '#server/modules/orders/order-command.ts';
import { acceptSubmission } from '#server/modules/orders/submission/order-submission.ts';

/** Creates an order: checks the submission, numbers and stores it, audits, announces (K-75). */
export const createOrder: OrderCommand<OrderSubmission & { readonly store_id: number }, StoredOrder> = {
  base: 'none',
  async decide(repository, { actor, member, headers, now }, { store_id: _store, ...submission }) {
    const isCustomer = member.pivot.role === customerRole;
    // A customer buys at the prices of now.
    const takenOffline = headers.takenOffline && !isCustomer;
    const fingerprint = fingerprintOf(submission);
    // Both at once: one round trip.
    const [before, facts, formerPrices] = await Promise.all([
      repository.orderOfUid(submission.uid),
      repository.saleFacts(submission),
      takenOffline ? repository.formerPrices(submission.items, after(now, -longestAwayMs)) : [],
    ]);
    if (before) {
      const current = await repository.read(before.id);
      // An order that the caller may not read is answered like a missing one (docs/threats.md T2).
      if (!mayReadOrder(current, { actor, member })) return fail('not_found');
      if (before.submission === fingerprint) return { ok: true, value: current };
      return { ok: false, failure: { code: 'conflict' }, conflict: { current } };
    }
    // A sale that waited for the network was made; it belongs to the next register (N-09).
    if (takesNoOrders(facts.store) && !takenOffline && !isCustomer) return fail('cashbox_closed');
    const dialled = submission.phone?.trim() || null;
    const accepted = acceptSubmission(submission, {
      ...facts,
      fingerprint,
      phone: dialled === null ? null : await readPhone(dialled, facts.store.country),
      userId: actor.userId,
      mayDiscount: actor.authorisedBy !== undefined || can('order.discount', facts.store),
      takenOffline,
      formerPrices,
      now,
    });
    if (!accepted.ok) return accepted;
    const { toReview, started } = accepted.value;
    const order = await repository.insert(accepted.value.order);
    const pending = paymentInProgressOf(order.payments);
    if (pending && started) repository.startPayment({ type: 'order', id: order.id }, pending, started);
    if (toReview !== null) repository.requestReview(order, toReview);
    repository.audit({
      action: 'order.create',
      orderId: order.id,
      before: null,
      after: { total: order.total, price_difference: order.price_difference },
    });
    const waitingChanged = order.status === 'PENDING';
    await repository.announce({ name: 'order-created', order, waitingChanged, groupChanged: true });
    return { ok: true, value: order };
  },
};
