import { randomUUID } from 'node:crypto';
import { databaseName } from '#sync/database-name.ts';
import type { Entry } from '#sync/entry.ts';
import { openIdbStore } from '#sync/idb-store.ts';
import { buildEntry } from './builders-sync.ts';

/**
 * Puts a command on the disk of a user's outbox of store 1, as another version of the app, or an earlier day, left it. The
 * app reads it at its next start.
 */
export async function leaveEntry(userId: number, lane: string, entry: Partial<Entry>): Promise<void> {
  const store = await openIdbStore(databaseName(userId, 1));
  const ids = { cmdId: `0190a000-0000-7${randomUUID().slice(15)}`, deviceId: randomUUID(), actor: userId };
  const fresh = { seen: null, base: null, ttlMs: 12 * 60 * 60_000 };
  await store.enqueue({ lanes: [lane], entities: [], unstored: [] }, ({ nextSeq }) => ({
    put: [buildEntry(nextSeq, lane, { ...ids, ...fresh, ...entry })],
    remove: [],
    beside: [],
    dismiss: [],
  }));
  store.close();
}
