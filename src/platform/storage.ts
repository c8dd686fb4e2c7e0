/** Asks the browser not to evict our databases; it may say no, and the app works all the same. */
export async function askToPersist(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

/** The pictures that the service worker keeps: the first thing to go when the disk is full. */
export async function dropPictures(): Promise<void> {
  try {
    await caches.delete('pictures');
  } catch {
    // Without Cache Storage there is nothing to drop.
  }
}

/** The device has no room for another write. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** The database on this device was written by a newer version of the app. */
export const isNewerData = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';
