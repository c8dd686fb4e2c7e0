import { eq } from 'drizzle-orm';
import { writeStatus, writeStatusNotice } from '#contract/wire/stores.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Store, StoreStatus } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Actor } from '#server/http/access-store.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { announceStatus, type ClosingEvent } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { storeStatusOf } from './stores-store.ts';

/** The facts that the rules about a status read. */
export interface TimedStatus extends Pick<Store, 'hours' | 'timezone'> {
  readonly status: StoreStatus;
  readonly opened_at: Instant;
}

const found = (row: typeof stores.$inferSelect | undefined, storeId: number): typeof stores.$inferSelect => {
  if (!row) throw new Error(`store ${storeId} is gone`);
  return row;
};

const timed = (row: typeof stores.$inferSelect): TimedStatus => ({
  status: storeStatusOf(row),
  hours: row.hours,
  timezone: row.timezone,
  opened_at: row.opened_at,
});

export async function loadStatus(tx: Tx, storeId: number): Promise<TimedStatus> {
  const [row] = await tx.select().from(stores).where(eq(stores.id, storeId));
  return timed(found(row, storeId));
}

/**
 * The store's status, locked until the transaction ends. Orders only refer to the store's key, so they do not wait, and
 * two commands that have both stored their key do not deadlock.
 */
export async function lockStatus(tx: Tx, storeId: number): Promise<TimedStatus> {
  const [locked] = await tx.select().from(stores).where(eq(stores.id, storeId)).for('no key update');
  return timed(found(locked, storeId));
}

export interface StatusSave {
  readonly storeId: number;
  /** As `lockStatus` answered it. */
  readonly before: TimedStatus;
  readonly after: StoreStatus;
  readonly closing: ClosingEvent | null;
  readonly by: { readonly actor: Actor | NamedActor; readonly action: string; readonly command: Uuid | null };
  readonly at: Instant;
}

/** Saves the status of a locked store, audits it, and announces it to all devices. */
export async function saveStatus(tx: Tx, { storeId, before, after, closing, by, at }: StatusSave): Promise<void> {
  const { immediate } = after;
  await tx
    .update(stores)
    .set({
      open: after.open,
      ...(after.open && !before.status.open && { opened_at: at }),
      immediate_open: immediate.open,
      immediate_local: immediate.services.LOCAL,
      immediate_takeaway: immediate.services.TAKEAWAY,
      immediate_delivery: immediate.services.DELIVERY,
      preorder: after.preorder,
      delay_minutes: after.delay,
      autoclose: after.autoclose,
      autoclose_asked: after.autoclose_asked,
      autoclose_accepted: after.autoclose_accepted,
      local_paused_until: after.paused_until.LOCAL,
      takeaway_paused_until: after.paused_until.TAKEAWAY,
      delivery_paused_until: after.paused_until.DELIVERY,
    })
    .where(eq(stores.id, storeId));
  appendAudit(tx, {
    storeId,
    ...by,
    entity: 'store',
    entityId: storeId,
    before: writeStatus(before.status),
    after: writeStatus(after),
    at,
  });
  const notice = writeStatusNotice({ status: after, hours: before.hours });
  announceStatus(pgFeeds(tx, storeId), { at, storeId, notice, closing });
}
