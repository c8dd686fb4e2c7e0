import { eq, lte, or } from 'drizzle-orm';
import { autoCloseLookMs } from '#domain/limits.ts';
import { closingStep, resumedStatus } from '#domain/store-status.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { startPass } from '#server/passes.ts';
import { lockStatus, saveStatus } from './status-store.ts';
import { storeStatusOf } from './stores-store.ts';

const closingTimer: NamedActor = { kind: 'timer', name: 'store-closing' };
const pausesTimer: NamedActor = { kind: 'timer', name: 'service-pauses' };

type ClosingDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Runs `step` for each store; it returns whether it changed the store. An error in one store does not affect the
 * others. Returns how many changed.
 */
async function stepEach<T extends { readonly id: number }>(
  { log }: ClosingDeps,
  rows: readonly T[],
  what: (id: number) => string,
  step: (row: T) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for (const row of rows)
    try {
      if (await step(row)) changed += 1;
    } catch (error) {
      log.error(`${what(row.id)} by time failed`, error);
    }
  return changed;
}

/**
 * One pass over all open stores (N-06). Decides again under the store's lock, so only one process acts, and an answer
 * given meanwhile counts. Returns how many stores changed.
 */
export async function closeByTime(deps: ClosingDeps): Promise<number> {
  const { db, clock } = deps;
  const open = await db.direct.select().from(stores).where(eq(stores.open, true));
  return stepEach(
    deps,
    open,
    (id) => `closing store ${id}`,
    async (row) => closingStep(storeStatusOf(row), row, clock.now()).kind !== 'nothing' && stepStore(deps, row.id),
  );
}

const stepStore = ({ db, clock }: ClosingDeps, storeId: number): Promise<boolean> =>
  db.store(storeId, 'write', async (tx) => {
    const before = await lockStatus(tx, storeId);
    const at = clock.now();
    const step = closingStep(before.status, before, at);
    if (step.kind === 'nothing') return false;
    await saveStatus(tx, {
      storeId,
      before,
      after: step.status,
      closing: step.kind === 'ask' ? 'store-autoclose-question' : 'store-autoclose-close',
      by: {
        actor: closingTimer,
        action: step.kind === 'ask' ? 'store.askClosing' : 'store.closeByTime',
        command: null,
      },
      at,
    });
    return true;
  });

/** One pass over all services that are paused for a time (B5). Returns how many stores changed. */
export async function resumeByTime(deps: ClosingDeps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const { local_paused_until, takeaway_paused_until, delivery_paused_until } = stores;
  const due = await db.direct
    .select({ id: stores.id })
    .from(stores)
    .where(or(lte(local_paused_until, now), lte(takeaway_paused_until, now), lte(delivery_paused_until, now)));
  return stepEach(
    deps,
    due,
    (id) => `switching the services of store ${id} on`,
    ({ id }) => resumeStore(deps, id),
  );
}

const resumeStore = ({ db, clock }: ClosingDeps, storeId: number): Promise<boolean> =>
  db.store(storeId, 'write', async (tx) => {
    const before = await lockStatus(tx, storeId);
    const at = clock.now();
    const after = resumedStatus(before.status, at);
    if (after === null) return false;
    const by = { actor: pausesTimer, action: 'store.resumeServices', command: null };
    await saveStatus(tx, { storeId, before, after, closing: null, by, at });
    return true;
  });

/** Runs both passes at the start and every 30 s. Returns a function that ends it. */
export const watchClosing = (deps: ClosingDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for stores to close', everyMs: autoCloseLookMs, atOnce: true }, async () => {
    await closeByTime(deps);
    await resumeByTime(deps);
  });
