import { and, asc, eq, exists, gt, inArray, isNull, lte, notExists } from 'drizzle-orm';
import { reachingStages } from '#domain/alerts.ts';
import { unseenOwnerMs, unseenPushMs } from '#domain/limits.ts';
import { isAdmin, roles } from '#domain/roles.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { orderAlerts, orderReceipts } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { startPass } from '#server/passes.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { announceMessage } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { orderReceived, orderSummary, orderUnseen, orderUnseenText } from '#texts/alerts.ts';
import { claim, isFree, release, tellEveryMs } from './claims.ts';
import { peopleOf, wantsOrders, wantsPush } from './people-to-tell.ts';

type AlertDeps = Pick<Deps, 'db' | 'clock' | 'push' | 'messages' | 'config' | 'log'>;

/** An order that has waited longer sends no notice. */
const oldestMs = minutes(12 * 60);
const atOnce = 50;

const alertsTimer: NamedActor = { kind: 'timer', name: 'unseen-orders' };

const adminRoles = roles.filter(isAdmin);

/** To admins who want a push of every new order, to those who want those of unattended ones (D-44), and to the owners. */
const steps = {
  new: { afterMs: 0, done: orderAlerts.announced_at, to: wantsPush(adminRoles, 'always') },
  push: { afterMs: unseenPushMs, done: orderAlerts.pushed_at, to: wantsPush(adminRoles, 'unattended') },
  owner: { afterMs: unseenOwnerMs, done: orderAlerts.owner_told_at, to: eq(memberships.owner, true) },
} as const;
type Step = keyof typeof steps;

/** Columns of the notice about a pending order. */
const unseenColumns = {
  id: orders.id,
  storeId: orders.store_id,
  number: orders.number,
  type: orders.type,
  items: orders.lines,
  total: orders.total,
  storeName: stores.name,
  symbol: stores.currency_symbol,
  decimals: stores.currency_decimals,
  code: { description: codes.description },
};

/** An order of which nobody wants the push is left out: fifty of them would keep the others waiting. */
async function findUnseen(deps: AlertDeps, step: Step) {
  const { db, clock } = deps;
  const now = clock.now();
  const { afterMs, done, to } = steps[step];
  const reached = db.direct
    .select({ id: orderReceipts.order_id })
    .from(orderReceipts)
    .where(
      and(
        eq(orderReceipts.store_id, orders.store_id),
        eq(orderReceipts.order_id, orders.id),
        inArray(orderReceipts.stage, [...reachingStages]),
      ),
    );
  return db.direct
    .select(unseenColumns)
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.store_id))
    .leftJoin(codes, eq(codes.id, orders.code_id))
    .leftJoin(orderAlerts, eq(orderAlerts.order_id, orders.id))
    .where(
      and(
        eq(orders.status, 'PENDING'),
        lte(orders.status_at, after(now, -afterMs)),
        gt(orders.status_at, after(now, -oldestMs)),
        isNull(done),
        isFree(orderAlerts, deps),
        step === 'owner' ? undefined : exists(peopleOf(deps, orders.store_id, to)),
        step === 'new' ? undefined : notExists(reached),
      ),
    )
    .orderBy(asc(orders.status_at))
    .limit(atOnce);
}

/** An alert does not change the order, so the audit files it under its own entity, outside the order's history. */
const audited = ({ id, storeId }: Pick<Unseen, 'id' | 'storeId'>, at: Instant) =>
  ({ storeId, actor: alertsTimer, entity: 'order-alert', entityId: id, before: null, command: null, at }) as const;

type Unseen = Awaited<ReturnType<typeof findUnseen>>[number];

const peopleToTell = async (deps: AlertDeps, storeId: number, step: Step): Promise<number[]> =>
  (await peopleOf(deps, storeId, steps[step].to)).map((p) => p.id);

/** Pushes a pending order, in the step 'new' or 'push'. */
async function push(deps: AlertDeps, order: Unseen, step: 'new' | 'push'): Promise<void> {
  const people = await peopleToTell(deps, order.storeId, step);
  // Retried later; the owner's notice does not depend on it.
  if (people.length === 0) return release(deps, orderAlerts, order);
  await deps.push.publish(people, {
    title: orderReceived(order.number),
    body: orderSummary(order, { symbol: order.symbol, decimals: order.decimals }),
    data: { store_id: order.storeId, order_id: order.id, kind: 'pending' },
  });
  await deps.db.store(order.storeId, 'write', async (tx) => {
    const at = deps.clock.now();
    const done = step === 'new' ? { announced_at: at } : { pushed_at: at };
    await tx
      .update(orderAlerts)
      .set({ ...done, held_until: null })
      .where(eq(orderAlerts.order_id, order.id));
    const action = step === 'new' ? 'order.pushNew' : 'order.pushUnseen';
    appendAudit(tx, { ...audited(order, at), action, after: { people } });
  });
}

/** Notifies the owner by push, admins with an open app by a message, and admins who want e-mail by e-mail. */
async function tellOwner(deps: AlertDeps, order: Unseen): Promise<void> {
  const notice = { title: orderUnseen(order.number), body: orderUnseenText(order.storeName) };
  const owners = await peopleToTell(deps, order.storeId, 'owner');
  if (owners.length > 0)
    await deps.push
      .publish(owners, { ...notice, data: { store_id: order.storeId, order_id: order.id, kind: 'unseen' } })
      // A failed push does not stop the message, which is sent only once.
      .catch((error: unknown) => deps.log.error(`telling the owner of order ${order.id} failed`, error));
  await deps.db.store(order.storeId, 'write', async (tx) => {
    const at = deps.clock.now();
    await tx.update(orderAlerts).set({ owner_told_at: at, held_until: null }).where(eq(orderAlerts.order_id, order.id));
    announceMessage(
      pgFeeds(tx, order.storeId),
      'admin',
      { title: notice.title, text: notice.body, level: 'warning' },
      at,
    );
    appendAudit(tx, { ...audited(order, at), action: 'order.tellOwner', after: { people: owners } });
  });
  // The notice is recorded before the e-mails, so a failed e-mail is never sent twice.
  await mailAbout(deps, order);
}

/** E-mails every admin who wants new orders by e-mail. Never rejects. */
async function mailAbout(deps: AlertDeps, order: Unseen): Promise<void> {
  const { messages, config, log } = deps;
  const summary = orderSummary(order, { symbol: order.symbol, decimals: order.decimals });
  const link = config.publicOrigin === null ? null : `${config.publicOrigin}/sellers/${order.storeId}/orders/kanban`;
  const text = [orderUnseenText(order.storeName), summary, link].filter((part) => part !== null).join('\n\n');
  const people = await peopleOf(deps, order.storeId, wantsOrders(adminRoles, 'database'));
  const sent = await Promise.allSettled(
    people.map(({ email }) => messages.mail({ to: email, subject: orderUnseen(order.number), text })),
  );
  for (const { status } of sent) if (status === 'rejected') log.error(`an e-mail about order ${order.id} failed`);
}

/**
 * One pass: pushes new orders to the people who want every one, then those that have waited too long unseen, and later
 * notifies the owner. An order that is accepted before the next pass is not new any more. Returns how many notices it
 * handled.
 */
export async function alertUnseen(deps: AlertDeps, ending?: AbortSignal): Promise<number> {
  let handled = 0;
  // The owner's step runs first: pushes that keep failing must not delay it.
  for (const step of ['owner', 'new', 'push'] as const)
    for (const order of await findUnseen(deps, step)) {
      if (ending?.aborted) return handled;
      if (!(await claim(deps, orderAlerts, order, isNull(steps[step].done)))) continue;
      handled += 1;
      await (step === 'owner' ? tellOwner(deps, order) : push(deps, order, step)).catch(async (error: unknown) => {
        deps.log.error(`alerting of order ${order.id} (${step}) failed`, error);
        await release(deps, orderAlerts, order);
      });
    }
  return handled;
}

/** Runs `alertUnseen` every 5 s. Returns a function that ends it. */
export const watchUnseenOrders = (deps: AlertDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for unseen orders', everyMs: tellEveryMs }, (ending) => alertUnseen(deps, ending));
