import { redirect } from '@tanstack/react-router';
import { readFailureText } from '#data/api/failure.ts';
import { completeCatalog } from '#data/api/query-cache.ts';
import { queryClient } from '#data/api/query-client.ts';
import { cartOf } from '#data/cart/cart-store.ts';
import { preloadAfterPaint } from '#data/device/lazy-import.ts';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { seedEntities } from '#data/outbox/first-entities.ts';
import { closeStoreEngine, isNewerDataError, openStoreEngine, useEngine } from '#data/outbox/store-engine.ts';
import { currentUser, rememberStore } from '#data/session/session.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { customerRole } from '#domain/roles.ts';
import { toast } from '#ui/toast/toast.ts';

/** Loads the profile from the cache, else from the server; a failure redirects to the stores (F-39). */
async function loadProfile(storeId: number): Promise<Profile> {
  try {
    const profile = await queryClient.ensureQueryData({
      ...storeQueries.profile(storeId),
      revalidateIfStale: true,
    });
    const { catalog } = profile;
    // With a partial catalog, a cart line's product may be missing and would look removed: loads the rest first.
    const here = new Set(catalog.isFirstPart ? catalog.items.map((item) => item.id) : []);
    if (catalog.isFirstPart && cartOf(storeId)?.lines.some((line) => !here.has(line.item_id)))
      await completeCatalog(storeId);
    return profile;
  } catch (error) {
    // A kitchen screen is unattended: it shows the error and retries, instead of opening the list of stores.
    if (useKiosk.getState().active) throw error;
    toast.show({ id: 'store-failed', kind: 'error', text: readFailureText(error) });
    throw redirect({ to: '/', replace: true });
  }
}

/** Opens the store's engine. Data of a newer version is not an error here: the layout shows the page for it. */
async function openOrSay(userId: number, storeId: number): Promise<void> {
  try {
    await openStoreEngine(userId, storeId);
  } catch (error) {
    if (!isNewerDataError(error)) throw error;
  }
}

/**
 * Loads the store's profile and opens its engine with the orders of the profile's answer; nothing without a session. A
 * customer has no engine: their orders are never queued (decision 041).
 */
export async function openStore(storeId: number): Promise<void> {
  const user = currentUser();
  if (!user) return;
  const [profile] = await Promise.all([loadProfile(storeId), openOrSay(user.id, storeId)]);
  if (profile.store.pivot.role === customerRole) return closeStoreEngine();
  const { current } = useEngine.getState();
  if (current?.storeId === storeId) seedEntities(current, profile);
  rememberStore(storeId);
  // Prefetches the list of stores, so that it opens offline too, even when the user came by a link.
  preloadAfterPaint([() => queryClient.prefetchQuery(storeQueries.list())]);
}
