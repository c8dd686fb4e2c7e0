import { encodeQR } from 'qr';
import { writeGroup } from '#contract/wire/groups.ts';
import { writeKnownPayments, writePaymentInProgress } from '#contract/wire/paying.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { payingMs } from '#domain/limits.ts';
import type { PaymentInProgress, PayingStep } from '#domain/paying.ts';
import { can } from '#domain/permissions.ts';
import type { StoredOrder } from '#domain/order.ts';
import { after, type Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import type { StoreContext } from '#server/http/context.ts';
import { answer, inStore } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import {
  askToCancel,
  lastAttempt,
  type Payable,
  type PaymentAttempt,
} from '#server/modules/attempts/attempts-store.ts';
import { readRefunds } from './refunds.ts';
import { loadGroup, lockGroup, readGroups, staffHead } from '#server/modules/groups/groups-store.ts';
import { mayReadOrder, orderAnswer } from '#server/modules/orders/order-command.ts';
import { loadOrder, lockOrder } from '#server/modules/orders/orders-store.ts';
import { type ChargingDeps, pursueAttempt } from './charging.ts';
import { findPayments, readPaidObject } from './known-payments.ts';

/** The calls about the payments of orders and of groups (Y-54, Q-08). */
export const payingRoutes = (deps: ChargingDeps) => ({
  orders: {
    payments: inStore.orders.payments.handler(({ input, context }) =>
      readKnown(deps, context, { type: 'order', id: input.id }),
    ),
    paying: inStore.orders.paying.handler(({ input, context }) =>
      deps.db.store(context.member.storeId, 'snapshot', async (tx) => {
        answer(visible(await loadOrder(tx, context.member.storeId, input.id), context));
        return read(tx, context, { type: 'order', id: input.id });
      }),
    ),
    cancelPaying: inStore.orders.cancelPaying.handler(async ({ input, context }) => {
      const { storeId } = context.member;
      await cancel(context, { type: 'order', id: input.id }, async (tx) => {
        await lockOrder(tx, storeId, input.id);
        return visible(await loadOrder(tx, storeId, input.id), context);
      });
      return deps.db.store(storeId, 'snapshot', async (tx) =>
        orderAnswer(answer(visible(await loadOrder(tx, storeId, input.id), context)), context),
      );
    }),
  },
  groups: {
    payments: inStore.groups.payments.handler(({ input, context }) =>
      readKnown(deps, context, { type: 'orderGroup', id: input.id }),
    ),
    paying: inStore.groups.paying.handler(({ input, context }) =>
      deps.db.store(context.member.storeId, 'snapshot', async (tx) => {
        const [group] = await readGroups(tx, context.member.storeId, [input.id], 0);
        answer(group ? ok(group) : fail('not_found'));
        return read(tx, context, { type: 'orderGroup', id: input.id });
      }),
    ),
    cancelPaying: inStore.groups.cancelPaying.handler(async ({ input, context }) => {
      const { storeId, currency } = context.member;
      await cancel(context, { type: 'orderGroup', id: input.id }, async (tx) => {
        const group = await lockGroup(tx, storeId, input.id);
        return group ? ok(group) : fail('not_found');
      });
      return deps.db.store(storeId, 'snapshot', async (tx) => {
        const group = await loadGroup(tx, storeId, input.id, await staffHead(tx, storeId));
        return writeGroup(answer(group ? ok(group) : fail('not_found')), currency);
      });
    }),
  },
});

/** An order that the caller may not read is answered like a missing one (docs/threats.md T2). */
const visible = (order: StoredOrder | null, context: StoreContext): Result<StoredOrder> =>
  order !== null && mayReadOrder(order, context) ? ok(order) : fail('not_found');

const mayRead = (sellerId: number | null, { actor, member }: StoreContext): boolean =>
  can('board.view', member) || sellerId === actor.userId;

/** Everything that is known of the payments of an order or group. */
function readKnown({ db, clock, payments }: ChargingDeps, context: StoreContext, payable: Payable) {
  const { storeId, currency } = context.member;
  return db.store(storeId, 'snapshot', async (tx) => {
    const found = await readPaidObject(tx, storeId, payable);
    const shown = found && (payable.type === 'orderGroup' || mayRead(found.sellerId, context)) ? found : null;
    const paid = answer(shown ? ok(shown) : fail('not_found'));
    const refunds = await readRefunds(tx, storeId, payable, paid);
    const known = {
      ...refunds,
      payments: [...(await findPayments(tx, storeId, payable, paid)), ...refunds.payments].toSorted(
        (a, b) => a.at - b.at,
      ),
      total: paid.total,
      now: clock.now(),
      sandbox: payments?.sandbox === true,
    };
    return writeKnownPayments(known, currency);
  });
}

async function read(tx: Tx, { deps, member }: StoreContext, payable: Payable) {
  const now = deps.clock.now();
  const attempt = await lastAttempt(tx, member.storeId, payable);
  const shown = attempt && shownPayment(attempt, { now, sandbox: deps.payments?.sandbox === true });
  return writePaymentInProgress(answer(shown ? ok(shown) : fail('not_paying')), member.currency);
}

/**
 * Calls the payment off: the wish is stored first, then the provider is asked, which may answer that the person has paid
 * already. When it does not answer, the reconciler asks on.
 */
async function cancel(
  { deps, actor, member }: StoreContext,
  payable: Payable,
  lock: (tx: Tx) => Promise<Result<unknown>>,
): Promise<void> {
  const at = deps.clock.now();
  const wished = await deps.db.store(member.storeId, 'write', async (tx): Promise<Result<PaymentAttempt>> => {
    const locked = await lock(tx);
    if (!locked.ok) return locked;
    const attempt = await askToCancel(tx, member.storeId, payable, at);
    if (!attempt) return fail('not_paying');
    const what = { action: 'payment.cancel', entity: 'payment', entityId: attempt.id, command: null, at };
    appendAudit(tx, { storeId: member.storeId, actor, ...what, before: { work: attempt.work }, after: payable });
    return ok(attempt);
  });
  await pursueAttempt(deps, answer(wished).id, actor);
}

/** How an ended payment is still told: as long as a payment in progress may take. */
const toldMs = payingMs;

/** The attempt as the paying screen shows it; null when there is nothing to show. */
function shownPayment(
  attempt: PaymentAttempt,
  { now, sandbox }: { readonly now: Instant; readonly sandbox: boolean },
): PaymentInProgress | null {
  const { ended_at: endedAt, ended_as: end, qr_data: data } = attempt;
  if (end === 'cancelled' || (endedAt !== null && now > after(endedAt, toldMs))) return null;
  return {
    amount: attempt.amount,
    image: data === null || end !== null ? null : qrImage(data),
    status: attempt.status,
    method: attempt.method,
    step: stepOf(attempt),
    end,
    expires_at: attempt.expires_at,
    asked_at: attempt.asked_at,
    known_at: attempt.known_at,
    now,
    sandbox,
  };
}

function stepOf({ status, work, failures, provider_order_id: orderId }: PaymentAttempt): PayingStep {
  if (status !== 'PENDING') return 'ended';
  if (work === 'cancel') return 'cancelling';
  if (failures > 0) return 'unknown';
  return orderId === null ? 'asking' : 'waiting';
}

/** The QR of a text as a data URL of an SVG: black on white with its quiet zone, as cameras need it. */
function qrImage(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const box = `viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
