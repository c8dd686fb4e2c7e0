/** Asks the browser not to evict our databases. It may refuse; the app works anyway. */
export async function askToPersist(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

/** Whether the browser may not evict our databases; null if it does not say. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

/** Bytes that this page may still store; null if the browser does not say. */
export async function freeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  } catch {
    return null;
  }
}

/** Deletes the pictures that the service worker caches: the first data to drop when the disk is full. */
export async function dropPictures(): Promise<void> {
  try {
    await caches.delete('pictures');
  } catch {
    // Without Cache Storage there is nothing to drop.
  }
}

/** True if the device has no space for a write. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** True if a newer version of the app wrote this database. */
export const isNewerData = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';
