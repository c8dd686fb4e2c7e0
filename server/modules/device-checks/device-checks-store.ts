import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { deviceChecks } from '#server/db/schema/device-checks.ts';
import type { Actor } from '#server/http/access-store.ts';

const keptMs = minutes(14 * 24 * 60);

export const dropOldDeviceChecks = async ({ direct }: Database, now: Instant): Promise<void> =>
  void (await direct.delete(deviceChecks).where(lt(deviceChecks.created_at, after(now, -keptMs))));

interface Report {
  readonly storeId: number;
  readonly actor: Actor;
  readonly id: string;
  readonly at: Instant;
}

const ownCheck = ({ storeId, actor, id }: Omit<Report, 'at'>) =>
  and(eq(deviceChecks.store_id, storeId), eq(deviceChecks.id, id), eq(deviceChecks.user_id, actor.userId));

/** Begins a check; false: the id is taken. */
export async function beginCheck(tx: Tx, { storeId, actor, id, at }: Report): Promise<boolean> {
  const row = { store_id: storeId, id, user_id: actor.userId, device: actor.device, created_at: at };
  const inserted = await tx.insert(deviceChecks).values(row).onConflictDoNothing().returning({ id: deviceChecks.id });
  return inserted.length > 0;
}

/** Stores the results of a check once; false: the person has begun no such check. */
export async function finishCheck(
  tx: Tx,
  report: Omit<Report, 'at'>,
  results: Readonly<Record<string, string>>,
): Promise<boolean> {
  await tx
    .update(deviceChecks)
    .set({ results })
    .where(and(ownCheck(report), isNull(deviceChecks.results)));
  const found = await tx.select({ id: deviceChecks.id }).from(deviceChecks).where(ownCheck(report));
  return found.length > 0;
}

export interface ReadCheck {
  readonly id: string;
  readonly person: string;
  /** As the browser describes itself. */
  readonly device: string;
  readonly at: Instant;
  readonly results: Readonly<Record<string, string>> | null;
}

/** The newest check of each person's device in 14 days, the newest first. */
export function readChecks(tx: Tx, storeId: number, now: Instant): Promise<ReadCheck[]> {
  const newest = tx
    .selectDistinctOn([deviceChecks.user_id, deviceChecks.device], {
      id: deviceChecks.id,
      user_id: deviceChecks.user_id,
      device: deviceChecks.device,
      at: sql<Instant>`${deviceChecks.created_at}`.mapWith(deviceChecks.created_at).as('at'),
      results: deviceChecks.results,
    })
    .from(deviceChecks)
    .where(and(eq(deviceChecks.store_id, storeId), gt(deviceChecks.created_at, after(now, -keptMs))))
    .orderBy(deviceChecks.user_id, deviceChecks.device, desc(deviceChecks.created_at))
    .as('newest');
  return tx
    .select({ id: newest.id, person: users.fullname, device: newest.device, at: newest.at, results: newest.results })
    .from(newest)
    .innerJoin(users, eq(users.id, newest.user_id))
    .orderBy(desc(newest.at));
}
