import { and, arrayContains, asc, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { undoMs } from '#domain/limits.ts';
import { type Gateway, gatewayDelay } from '#domain/store.ts';
import { after, minutes } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { customerNotices } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { gateways, stores } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import { startPass } from '#server/passes.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { ownOrder, ownOrderDelayed, ownOrderText, type ToldStatus } from '#texts/alerts.ts';
import { claim, isFree, release, tellEveryMs } from './claims.ts';

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'push' | 'log'>;

/** A tap can be undone for 5 s; one more second lets the undo reach the server. */
const settledMs = undoMs + 1_000;
/** An older change sends no notice; a push lives equally long. */
const oldestMs = minutes(15);
const atOnce = 50;

const noticesTimer: NamedActor = { kind: 'timer', name: 'customer-notices' };

/** The statuses that a customer is notified of, each once. A return to PENDING is none of them. */
const toldStatuses: readonly ToldStatus[] = ['ACCEPTED', 'DELIVER', 'COMPLETE', 'REJECTED'];

/**
 * The status differs from the last notice. It compares statuses, not revisions: an undone step raises the revision but
 * leaves nothing to report.
 */
const isUntold = sql<boolean>`${customerNotices.told_status} is distinct from ${orders.status}`;

/** The status was already notified, but the ready time is now later than the notified one (B-60). */
const isDelayed = and(
  inArray(orders.status, ['ACCEPTED', 'DELIVER']),
  eq(customerNotices.told_status, orders.status),
  gt(orders.ready_by, customerNotices.told_ready_by),
);

/** The settings of the store's first shipping gateway. */
const shippingConfig = sql<Gateway['config'] | null>`(
  select ${gateways.config} from ${gateways}
  where ${gateways.store_id} = ${orders.store_id} and ${gateways.type} = 'shipping' order by ${gateways.id} limit 1)`;

/** Orders of customers who want pushes, which the store changed or delayed at least `settledMs` ago. */
function findChanged({ db, clock }: NoticeDeps, which: SQL | undefined) {
  const [settled, oldest] = [after(clock.now(), -settledMs), after(clock.now(), -oldestMs)];
  return db.direct
    .select({
      id: orders.id,
      storeId: orders.store_id,
      number: orders.number,
      type: orders.type,
      customer: users.id,
      // The where clause narrows the status.
      status: sql<ToldStatus>`${orders.status}`,
      isUntold,
      readyBy: orders.ready_by,
      why: orders.rejected_reason_message,
      storeName: stores.name,
      zone: stores.timezone,
      shipping: shippingConfig,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.store_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(customerNotices, eq(customerNotices.order_id, orders.id))
    .where(
      and(
        eq(orders.origin, 'customer'),
        inArray(orders.status, [...toldStatuses]),
        gt(orders.status_rev, 1),
        // Every change of an order sets `updated_at`, a delay too.
        gt(orders.updated_at, oldest),
        or(
          and(isUntold, lte(orders.status_at, settled), gt(orders.status_at, oldest)),
          and(isDelayed, lte(orders.updated_at, settled)),
        ),
        arrayContains(users.notification_channels, ['push']),
        which,
      ),
    )
    .orderBy(asc(orders.updated_at), asc(orders.id))
    .limit(atOnce);
}

type Changed = Awaited<ReturnType<typeof findChanged>>[number];

/** A delivery's time includes the delay of the shipping gateway, and its words follow while the order is on its way (T-31). */
function noticeText(order: Changed): string {
  const { status, storeName, type, readyBy, zone, shipping } = order;
  const delay = type === 'DELIVERY' && shipping ? gatewayDelay(shipping) : null;
  const text =
    order.isUntold || readyBy === null
      ? ownOrderText(status, storeName, order.why)
      : ownOrderDelayed(storeName, after(readyBy, minutes(delay?.minutes ?? 0)), zone);
  const words = status === 'ACCEPTED' ? delay?.words : null;
  return [text, words].filter(Boolean).join(' ');
}

async function tell({ db, clock, push }: NoticeDeps, order: Changed): Promise<void> {
  await push.publish([order.customer], {
    title: ownOrder(order.number),
    body: noticeText(order),
    data: { store_id: order.storeId, order_id: order.id, kind: 'changed' },
  });
  await db.store(order.storeId, 'write', async (tx) => {
    const notice = { told_status: order.status, told_ready_by: order.readyBy };
    await tx
      .update(customerNotices)
      .set({ ...notice, held_until: null })
      .where(eq(customerNotices.order_id, order.id));
    appendAudit(tx, {
      storeId: order.storeId,
      actor: noticesTimer,
      action: 'order.tellCustomer',
      entity: 'order-alert',
      entityId: order.id,
      before: null,
      after: { status: order.status, ready_by: order.readyBy },
      command: null,
      at: clock.now(),
    });
  });
}

/** Releases the row when there is nothing left to notify about. */
const letGo = async ({ db }: Pick<NoticeDeps, 'db'>, id: number): Promise<void> => {
  await db.direct.update(customerNotices).set({ held_until: null }).where(eq(customerNotices.order_id, id));
};

/** One pass: notifies customers about changed orders. Returns how many orders it handled. */
export async function tellCustomers(deps: NoticeDeps, ending?: AbortSignal): Promise<number> {
  let handled = 0;
  for (const found of await findChanged(deps, isFree(customerNotices, deps))) {
    if (ending?.aborted) return handled;
    if (!(await claim(deps, customerNotices, found))) continue;
    handled += 1;
    // Read again: another process may have sent the notice, or the store changed the order, since the first query.
    const [order] = await findChanged(deps, eq(orders.id, found.id));
    await (order ? tell(deps, order) : letGo(deps, found.id)).catch(async (error: unknown) => {
      deps.log.error(`telling the customer of order ${found.id} failed`, error);
      await release(deps, customerNotices, found);
    });
  }
  return handled;
}

/** Runs `tellCustomers` every 5 s. Returns a function that ends it. */
export const watchCustomerNotices = (deps: NoticeDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for orders to tell customers of', everyMs: tellEveryMs }, (ending) =>
    tellCustomers(deps, ending),
  );
