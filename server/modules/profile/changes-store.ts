import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { Instant } from '#domain/time.ts';
import type { Audience } from '#contract/stores.ts';
import type { Tx } from '#server/db/database.ts';
import { storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import { readBoard, readOrders } from '#server/modules/orders/orders-store.ts';
import { type Change, groupType } from '#server/realtime/announce.ts';
import { readActiveGroups, readGroups } from '#server/modules/groups/groups-store.ts';
import {
  boardChanges,
  type ChangesAnswer,
  deltaChanges,
  lastEvents,
  needOf,
  staffChanges,
  wentBackChanges,
} from './changes.ts';
import { loadStatus } from '#server/modules/stores/status-store.ts';
import { readCodes } from '#server/modules/stores/codes-store.ts';

export interface Feed {
  readonly storeId: number;
  readonly audience: Audience;
  readonly currency: Currency;
  readonly timezone: string;
}

/** Reads head and entities; needs a transaction of mode 'snapshot'. */
export async function readChanges(tx: Tx, feed: Feed, since: number | undefined, now: Instant): Promise<ChangesAnswer> {
  const [state] = await tx
    .select({
      head: storeFeeds.head,
      epoch: storeFeeds.epoch,
      oldest: sql<
        string | null
      >`(select min(${storeEvents.store_seq}) from ${storeEvents} where ${storeEvents.store_id} = ${feed.storeId} and ${storeEvents.audience} = ${feed.audience})`,
    })
    .from(storeFeeds)
    .where(and(eq(storeFeeds.store_id, feed.storeId), eq(storeFeeds.audience, feed.audience)));
  if (!state) throw new Error(`store ${feed.storeId} has no feed ${feed.audience}`);
  const { head, epoch } = state;
  const need = needOf({ ...state, oldest: state.oldest === null ? null : Number(state.oldest) }, since);
  if (need === 'nothing') return { head, epoch, reset: false, changes: [] };
  if (need === 'all') {
    const changes = await wholeState(tx, feed, head, now);
    if (feed.audience === 'store' && since !== undefined && since < epoch) changes.push(...wentBackChanges(head, now));
    return { head, epoch, reset: true, changes };
  }
  return { head, epoch, reset: false, changes: await delta(tx, feed, since ?? 0) };
}

async function wholeState(
  tx: Tx,
  { storeId, audience, currency, timezone }: Feed,
  head: number,
  now: Instant,
): Promise<Change[]> {
  return audience === 'admin'
    ? boardChanges(await readBoard(tx, storeId, timezone, now), currency, head)
    : staffChanges(
        storeId,
        {
          codes: await readCodes(tx, storeId),
          groups: await readActiveGroups(tx, storeId, head),
          status: await loadStatus(tx, storeId),
          currency,
        },
        head,
        now,
      );
}

async function delta(tx: Tx, { storeId, audience, currency }: Feed, since: number): Promise<Change[]> {
  const events = await tx
    .select()
    .from(storeEvents)
    .where(and(eq(storeEvents.store_id, storeId), eq(storeEvents.audience, audience), gt(storeEvents.store_seq, since)))
    .orderBy(asc(storeEvents.store_seq));
  const last = lastEvents(events);
  const idsOf = (type: string): number[] => last.filter((e) => e.type === type).map((e) => Number(e.entity_id));
  return deltaChanges(last, {
    orders: await readOrders(tx, storeId, idsOf('order')),
    codes: last.some((e) => e.type === 'code') ? await readCodes(tx, storeId) : [],
    groups: await readGroups(tx, storeId, idsOf(groupType), since),
    status: last.some((e) => e.type === 'status') ? await loadStatus(tx, storeId) : null,
    currency,
  });
}
