import { eq } from 'drizzle-orm';
import { autoCloseLookMs } from '#domain/limits.ts';
import { closingStep } from '#domain/store-status.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import { lockStatus, saveStatus } from './status-store.ts';
import { statusOf } from './stores-store.ts';

type ClosingDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * One look at every open store (N-06). What is due is decided again under the store's lock, so of several processes one
 * does it, and a person who answered meanwhile is heard. Answers how many stores changed.
 */
export async function closeByTime(deps: ClosingDeps): Promise<number> {
  const { db, clock, log } = deps;
  const open = await db.direct.select().from(stores).where(eq(stores.open, true));
  let changed = 0;
  for (const row of open)
    try {
      const due = closingStep(statusOf(row), row, clock.now()).kind !== 'nothing';
      if (due && (await stepStore(deps, row.id))) changed += 1;
    } catch (error) {
      // One store's trouble keeps no other open.
      log.error(`closing store ${row.id} by time failed`, error);
    }
  return changed;
}

const stepStore = ({ db, clock }: ClosingDeps, storeId: number): Promise<boolean> =>
  db.store(storeId, 'write', async (tx) => {
    const { status, ...timetable } = await lockStatus(tx, storeId);
    const at = clock.now();
    const step = closingStep(status, timetable, at);
    if (step.kind === 'nothing') return false;
    await saveStatus(tx, {
      storeId,
      before: status,
      after: step.status,
      closing: step.kind === 'ask' ? 'store-autoclose-question' : 'store-autoclose-close',
      by: null,
      at,
    });
    return true;
  });

/** Looks every 30 s and once at the start, one look at a time; the answer stops it (API §8). */
export function watchClosing(deps: ClosingDeps): () => void {
  let looking = false;
  const look = (): void => {
    if (looking) return;
    looking = true;
    closeByTime(deps)
      .catch((error: unknown) => deps.log.error('looking for stores to close failed', error))
      .finally(() => {
        looking = false;
      });
  };
  look();
  return deps.clock.every(autoCloseLookMs, look);
}
