import { clearCart } from './cart-store.ts';
import { wipeQueryCache } from './query-cache.ts';
import { currentUser, signOut } from './session.ts';
import { closeStoreEngine, useEngine, wipeStoreEngine } from './store-engine.ts';

export const unsentCommands = (): number => useEngine.getState().current?.engine.getView().pending.length ?? 0;

/**
 * Logout resets the session and clears store and cart. Unsent commands are the person's work: with
 * `keepUnsent` their database stays on the device and is sent when the same person logs in again.
 */
export async function logOut({ keepUnsent }: { readonly keepUnsent: boolean }): Promise<void> {
  const user = currentUser();
  clearCart();
  if (keepUnsent && unsentCommands() > 0) closeStoreEngine();
  else await wipeStoreEngine();
  await signOut();
  if (user) await wipeQueryCache(user.id);
}
