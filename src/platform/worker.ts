/** The path of the app. */
export const workerScope = '/sellers/';

/** Whether the server serves that file now. Bypasses the worker and all caches. */
export const isServed = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the server serves the app now. */
export const canLoadApp = (): Promise<boolean> => isServed(workerScope);

/** Checks for a newer version now; the `waiting` event of worker-updates.ts follows. Never rejects. */
export async function lookForUpdate(): Promise<void> {
  await (await appWorker())?.update().catch(() => {});
}

/** The app's service worker registration; null without one. */
export async function appWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration(workerScope)) ?? null;
}
