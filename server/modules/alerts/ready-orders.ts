import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { undoMs } from '#domain/limits.ts';
import { after, minutes } from '#domain/time.ts';
import { shippingCalls } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { gateways } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import { startPass } from '#server/passes.ts';
import { claim, isFree, release, tellEveryMs } from './claims.ts';
import { moveShipping } from './move-shipping.ts';

type ReadyDeps = Pick<Deps, 'db' | 'clock' | 'shipping' | 'log'>;

/** A tap can be undone for 5 s; one more second lets the undo reach the server. */
const settledMs = undoMs + 1_000;
/** After this time a provider that could not be reached is told no more. */
const oldestMs = minutes(60);
const atOnce = 50;

/** Deliveries that are ready, of stores whose shipping gateway wants to know, and has not been told. */
const findReady = ({ db, clock }: ReadyDeps, which: SQL | undefined) =>
  db.direct
    .selectDistinctOn([orders.id], {
      id: orders.id,
      storeId: orders.store_id,
      number: orders.number,
      customer: orders.description,
      phone: orders.phone,
      address: orders.address,
      service: gateways.service,
      key: shippingCalls.key,
    })
    .from(orders)
    .innerJoin(
      gateways,
      and(
        eq(gateways.store_id, orders.store_id),
        eq(gateways.type, 'shipping'),
        sql`(${gateways.config} ->> 'order_ready')::boolean`,
      ),
    )
    .leftJoin(shippingCalls, eq(shippingCalls.order_id, orders.id))
    .where(
      and(
        eq(orders.type, 'DELIVERY'),
        sql`${orders.status} = 'DELIVER'`,
        lte(orders.status_at, after(clock.now(), -settledMs)),
        gt(orders.status_at, after(clock.now(), -oldestMs)),
        isNull(shippingCalls.told_at),
        which,
      ),
    )
    .orderBy(asc(orders.id), asc(gateways.id))
    .limit(atOnce);

type Ready = Awaited<ReturnType<typeof findReady>>[number];

async function tellProvider({ db, clock, shipping }: ReadyDeps, order: Ready): Promise<void> {
  const { id, storeId, key, number, customer, phone, address, service } = order;
  if (key === null) throw new Error(`the call about order ${id} has no key`);
  const notice = await shipping.orderReady({ key, orderId: id, number, customer, phone, address, service });
  await db.store(storeId, 'write', async (tx) => {
    const at = clock.now();
    await tx.update(shippingCalls).set({ told_at: at, held_until: null }).where(eq(shippingCalls.order_id, id));
    if (notice) await moveShipping(tx, { storeId, orderId: id, service, at }, notice);
  });
}

/**
 * One pass: tells providers about ready deliveries, each once; a failed call is repeated under the same key. Returns how
 * many orders it handled.
 */
export async function tellReady(deps: ReadyDeps, ending?: AbortSignal): Promise<number> {
  let handled = 0;
  for (const found of await findReady(deps, isFree(shippingCalls, deps))) {
    if (ending?.aborted) return handled;
    if (!(await claim(deps, shippingCalls, found, isNull(shippingCalls.told_at)))) continue;
    handled += 1;
    // Read again: another process may have told it, or the store changed the order, since the first query.
    const [order] = await findReady(deps, eq(orders.id, found.id));
    if (!order) continue;
    await tellProvider(deps, order).catch(async (error: unknown) => {
      deps.log.error(`telling the shipping provider of order ${found.id} failed`, error);
      await release(deps, shippingCalls, found);
    });
  }
  return handled;
}

/** Runs `tellReady` every 5 s. Returns a function that ends it. */
export const watchReadyOrders = (deps: ReadyDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for orders that are ready', everyMs: tellEveryMs }, (ending) =>
    tellReady(deps, ending),
  );
