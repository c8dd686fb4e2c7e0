import { eq } from 'drizzle-orm';
import { settings } from '#server/db/schema/sync.ts';
import type { Database } from '#server/db/database.ts';
import type { Ids } from '#server/deps.ts';
import type { AppKeys } from './signatures.ts';

const settingKey = 'realtime';

/** Key and secret of the embedded endpoint: created once, shared by all processes on this database. */
export async function embeddedKeys(db: Database, ids: Ids): Promise<AppKeys> {
  const made = `${ids.uuid().replaceAll('-', '')}:${ids.secret()}`;
  await db.direct.insert(settings).values({ key: settingKey, value: made }).onConflictDoNothing();
  const [row] = await db.direct.select().from(settings).where(eq(settings.key, settingKey));
  const [key, secret] = (row?.value ?? '').split(':');
  if (!key || !secret) throw new Error('the realtime keys could not be stored');
  // Pusher's application ids are numeric.
  return { appId: '1', key, secret };
}
