import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { closeSession } from '#server/modules/account/sessions-store.ts';

/** The user's signed-in devices, most recently used first. */
export const listDevices = (
  { direct }: Pick<Database, 'direct'>,
  userId: number,
  now: Instant,
): Promise<Pick<typeof sessions.$inferSelect, 'id' | 'device' | 'created_at' | 'last_used_at'>[]> =>
  direct
    .select({
      id: sessions.id,
      device: sessions.device,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), isNull(sessions.revoked_at), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.last_used_at), sessions.id);

/** Signs one of the user's devices out; repeating it is harmless. Returns false when the device is not the user's. */
export async function endDevice(db: Database, userId: number, id: string, now: Instant): Promise<boolean> {
  const [own] = await db.direct
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, userId)));
  if (own) await closeSession(db, own.id, now);
  return own !== undefined;
}
