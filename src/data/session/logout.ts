import { forgetBatches } from '#data/outbox/batches.ts';
import { clearCart } from '#data/cart/cart-store.ts';
import { flushed } from '#data/outbox/flushed.ts';
import { forgetUses } from '#data/store/freshness.ts';
import { forgetAddresses } from '#data/cart/recent-addresses.ts';
import { dropQueryCache, wipeQueryCache } from '#data/api/query-cache.ts';
import { currentUser, signOut } from './session.ts';
import { forgetTyped } from './typed.ts';
import type { Unfinished } from '#data/outbox/store-databases.ts';
import { databasesOf, dropDatabase, unfinishedIn, wipeEntities } from '#data/outbox/store-databases.ts';
import { closeStoreEngine, loadEngine, useEngine } from '#data/outbox/store-engine.ts';
import { forgetUnsent } from '#data/outbox/unsent-cookie.ts';

interface StoreWork extends Unfinished {
  readonly storeId: number;
  readonly database: string;
}

const nothing: Unfinished = { unsent: 0, rejected: 0 };

/** The unfinished work in each store of this user on this device. An unreadable database counts as zero and is kept. */
async function workOf(userId: number): Promise<StoreWork[]> {
  const { current } = useEngine.getState();
  return Promise.all(
    [...(await databasesOf(userId))].map(async ([storeId, database]) => {
      if (current?.storeId !== storeId) return { storeId, database, ...((await unfinishedIn(database)) ?? nothing) };
      const { pending, rejected } = current.engine.getView();
      return { storeId, database, unsent: pending.length, rejected: rejected.length };
    }),
  );
}

/** The unfinished work of this user on this device, over all stores. */
export async function unfinishedWork(): Promise<Unfinished> {
  const user = currentUser();
  const work = user ? await workOf(user.id) : [];
  return {
    unsent: work.reduce((sum, { unsent }) => sum + unsent, 0),
    rejected: work.reduce((sum, { rejected }) => sum + rejected, 0),
  };
}

/**
 * Sends the waiting commands of every store, for at most `ms`. The open store uses its own engine; each other store
 * gets a temporary one. `onLeft` gets the number of commands left.
 */
export async function flushUnsent(ms: number, onLeft: (left: number) => void, given: AbortSignal): Promise<void> {
  const user = currentUser();
  if (!user) return;
  const { current } = useEngine.getState();
  const elsewhere = (await workOf(user.id)).filter((w) => w.unsent > 0 && w.storeId !== current?.storeId);
  const started = await Promise.all(
    elsewhere.map(async ({ storeId }) => (await loadEngine()).startEngine(user.id, storeId).catch((): null => null)),
  );
  const helpers = started.filter((engine) => engine !== null);
  await flushed(
    [...(current ? [current] : []), ...helpers].map((s) => s.engine),
    ms,
    onLeft,
    given,
  );
  await Promise.all(helpers.map((helper) => helper.close()));
}

/**
 * Ends the session and deletes the stores' data and the cart from the device (A-51, D-06). Unfinished work stays for
 * the person's next login, unless they chose `discard`.
 */
export async function logOut({ discard }: { readonly discard: boolean }): Promise<void> {
  const user = currentUser();
  const work = user ? await workOf(user.id) : [];
  clearCart();
  forgetAddresses();
  forgetTyped();
  await useEngine.getState().current?.leave(discard);
  await closeStoreEngine();
  for (const { database } of work) {
    // Count again, now that the engine is closed. An unreadable database is kept.
    const left = discard ? nothing : await unfinishedIn(database);
    if (left === null) continue;
    if (left.unsent + left.rejected > 0) await wipeEntities(database);
    else await dropDatabase(database);
  }
  if (user && discard) {
    forgetUnsent(user.id);
    forgetBatches();
  }
  forgetUses();
  // Before the request, which may take its time: a page closed meanwhile leaves nothing behind.
  if (user) await dropQueryCache(user.id);
  await signOut();
  if (user) await wipeQueryCache(user.id);
}
