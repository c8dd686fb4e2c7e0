import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { paymentResolved } from '#contract/paying.ts';
import { type ChargeFor, chargeOf, startsPayment } from '#domain/paying.ts';
import type { OrderCustomer } from '#domain/order.ts';
import { customerRole } from '#domain/roles.ts';
import { type Code } from '#domain/store.ts';
import { isoFromInstant } from '#domain/time.ts';
import { insertAttempt, withdrawPayments } from '#server/modules/attempts/attempts-store.ts';
import { withdrawInvoice } from '#server/modules/fiscal/documents-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { commands } from '#server/db/schema/sync.ts';
import { appendAudit, lastAudited } from '#server/modules/audit/audit-store.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Actor, StoreMember } from '#server/http/access-store.ts';
import type { NamedActor } from '#server/http/actors.ts';
import type { Instant } from '#domain/time.ts';
import { bookOrder } from '#server/modules/cashbox/book-money.ts';
import { readCode } from '#server/modules/stores/codes-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { announceOrder } from './announce-order.ts';
import type { OrderRepository } from './order-repository.ts';
import { saveMoney } from './money/money-store.ts';
import { readFormerPrices } from './reviews/former-prices-store.ts';
import { insertReview } from './reviews/reviews-store.ts';
import { holdGroup, holdGroupOf } from './hold-group.ts';
import { addToResume, loadOrder, lockOrder, readCustomer, saveOrderStatus, saveReadyBy } from './orders-store.ts';
import { placeOrder } from './place-order.ts';
import { type SaleStart, waitForOrder } from './sale-start.ts';
import type { PlaceGroup } from './submission/submission-context.ts';
import { type KeptFacts, storeFacts } from './store-facts.ts';

/** Who changes orders, and when: a command's call, or a change that is no command, whose `headers.id` is null. */
export interface RepositoryCall {
  readonly actor: Actor | NamedActor;
  readonly member: StoreMember;
  readonly headers: { readonly id: Uuid | null; readonly takenOffline: boolean };
  readonly now: Instant;
}

interface RepositoryOptions {
  /** The payment provider of this process, as gateways name it; null: it charges nothing online. */
  readonly service: string | null;
  /** false: the caller announces codes and groups itself, once for all orders. */
  readonly tellsPlaces?: boolean;
}

/** The orders of one store, and the number of the one that was inserted. */
export interface PgOrderRepository extends OrderRepository {
  /** Known once the order is written; null when none was inserted. */
  placedNumber(): Promise<number> | null;
}

/** The orders of one store in PostgreSQL, inside the transaction that decides a command. */
export const pgOrderRepository =
  (kept: KeptFacts, { service, tellsPlaces = true }: RepositoryOptions) =>
  (tx: Tx, { actor, member, headers, now }: RepositoryCall, start?: Promise<SaleStart>): PgOrderRepository => {
    const { storeId } = member;
    const facts = storeFacts(kept, tx, member);
    const booking = { storeId, actor, command: headers.id, at: now };
    let soldAt: Code | null = null;
    let soldIn: PlaceGroup | null = null;
    let soldTo: OrderCustomer | null = null;
    let placedNumber: Promise<number> | null = null;
    // A kept code costs no round trip, so the group is asked for in the same one as the other facts.
    const groupAt = async (codeId: number): Promise<PlaceGroup | null> =>
      (await facts.code(codeId))?.group === false ? null : holdGroup(tx, storeId, codeId);
    const started = (): Promise<SaleStart> => {
      if (!start) throw new Error('a creation that was not started');
      return start;
    };
    // A sale that waited for the network is not charged: the person who pays has gone (offline engine).
    const chargeFor = async (): Promise<ChargeFor> => {
      if (service === null || headers.takenOffline) return () => null;
      const [{ country }, gateways] = await Promise.all([facts.store(), readGateways(tx, storeId)]);
      return (method) => {
        const charge = chargeOf(method, { country, gateways });
        return charge?.service === service ? charge : null;
      };
    };
    return {
      chargeFor,
      holdTable: (id) => holdGroupOf(tx, storeId, id),
      lock: (id) => lockOrder(tx, storeId, id),

      async read(id) {
        const order = await loadOrder(tx, storeId, id);
        if (!order) throw new Error(`order ${id} is gone`);
        return order;
      },

      async appliedAnswer(command) {
        const [known] = await tx
          .select({ status: commands.status, response: commands.response })
          .from(commands)
          .where(and(eq(commands.store_id, storeId), eq(commands.cmd_id, command)));
        return known && known.status !== null && known.status < 400 ? known.response : null;
      },

      saveStatus: (id, change) => saveOrderStatus(tx, storeId, id, change),
      saveReadyBy: (id, change) => saveReadyBy(tx, storeId, id, change),
      saveMoney: (id, change) => saveMoney(tx, storeId, id, change),
      lastMoneyChange: (id) =>
        lastAudited(tx, storeId, 'order', id, [
          'order.removeItem',
          'order.saveMoney',
          'order.itemsAway',
          'order.itemsBack',
        ]),
      paymentMethods: async () => (await facts.store()).payment_methods,

      async insert(order) {
        const { ids, seller } = await started();
        const sellers = [seller, ...holders(soldIn)];
        const soldBy = sellers.find((s) => s?.id === order.seller_id) ?? null;
        if (order.seller_id !== null && soldBy === null) throw new Error('another seller than was read');
        const code = soldAt && {
          id: soldAt.id,
          code: soldAt.code,
          description: soldAt.description,
          group: soldAt.group,
        };
        const joins = { code, user: soldTo, seller: order.seller_id === null ? null : soldBy };
        const placed = placeOrder(tx, storeId, order, ids, joins, booking);
        placedNumber = placed.number;
        return placed.order;
      },

      placedNumber: () => placedNumber,

      startPayment(payable, { id: paymentId, method, amount }, { charge, card }, before) {
        if (paymentId === null) throw new Error('a payment without a row');
        const by = 'userId' in actor ? actor.userId : null;
        const attempt = { payable, orderStatus: before ?? null, paymentId, method, amount, card, by, at: now };
        insertAttempt(tx, storeId, { ...attempt, provider: charge.service, currency: charge.currency });
      },
      async withdrawPayments(payable) {
        await withdrawInvoice(tx, storeId, payable, now);
        return withdrawPayments(tx, storeId, payable, now);
      },
      announcePayment({ type, id }, status) {
        const event = {
          at: isoFromInstant(now),
          name: 'payment-pending-resolved',
          type: 'payment',
          ver: null,
        } as const;
        const payload: z.infer<typeof paymentResolved> = { payable_type: type, payable_id: id, status };
        pgFeeds(tx, storeId).append('store', { ...event, id: `${type}:${id}`, payload }, now);
      },

      async orderOfUid(uid) {
        const { locked, known } = await started();
        return locked ? known : waitForOrder(tx, storeId, uid);
      },

      async nameOf(userId) {
        const [user] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId));
        return user?.fullname ?? null;
      },

      addToResume: (userId, change) => addToResume(tx, userId, change),
      delayMinutes: async () => (await facts.store()).status.delay,

      async saleFacts({ type, items: lines, code: codeId, promocode: entered, seller_id, payments }) {
        const [store, items, rules, code, group, promocode, zones, customer, sellerIsStaff, charge] = await Promise.all(
          [
            facts.store(),
            facts.items(lines.map((line) => line.id)),
            facts.rules(),
            // A sale at a table that was removed since is recorded where it was made.
            codeId === undefined
              ? null
              : headers.takenOffline
                ? readCode(tx, storeId, codeId, true)
                : facts.code(codeId),
            codeId === undefined ? null : groupAt(codeId),
            entered === undefined ? null : facts.promocode(entered),
            type === 'DELIVERY' ? facts.zones() : [],
            'userId' in actor && member.pivot.role === customerRole ? readCustomer(tx, storeId, actor.userId) : null,
            seller_id !== null && facts.isStaff(seller_id),
            payments.some((p) => startsPayment(p.method)) ? chargeFor() : null,
          ],
        );
        soldAt = code;
        soldIn = group;
        soldTo = customer?.user ?? null;
        const known = { store, items, rules, code, group, promocode, zones, customer, sellerIsStaff };
        return { ...known, chargeFor: charge ?? (() => null) };
      },

      formerPrices: (lines, since) => readFormerPrices(tx, storeId, lines, since),
      requestReview: (order, own) => insertReview(tx, { storeId, order, own, at: now }),

      audit: ({ action, orderId, before, after }) =>
        appendAudit(tx, {
          storeId,
          actor,
          action,
          entity: 'order',
          entityId: orderId,
          before,
          after,
          command: headers.id,
          at: now,
        }),

      async announce(event) {
        // A new one is booked by the statement that stores it.
        if (event.name !== 'order-created') await bookOrder(tx, booking, event.order);
        const places = tellsPlaces ? {} : { waitingChanged: false, groupChanged: false };
        announceOrder(pgFeeds(tx, storeId), { ...event, ...places, currency: member.currency, at: now });
      },
    };
  };

/** Those to whom a table gives its orders. */
const holders = (group: PlaceGroup | null): { readonly id: number; readonly fullname: string }[] =>
  [
    { id: group?.seller_id, fullname: group?.seller_name },
    { id: group?.opened_by, fullname: group?.opener_name },
  ].flatMap(({ id, fullname }) => (id == null || fullname == null ? [] : [{ id, fullname }]));
