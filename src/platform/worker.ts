/** Where the app lives. */
export const workerScope = '/sellers/';

/** Whether the server gives out the app right now: neither the worker nor a cache answers this. */
export const canLoadApp = (): Promise<boolean> =>
  fetch(workerScope, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Looks for a newer version now; the `waiting` event of worker-updates.ts follows. Never rejects. */
export async function lookForUpdate(): Promise<void> {
  await (await appWorker())?.update().catch(() => {});
}

/** The app's own worker; null where there is none. */
export async function appWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration(workerScope)) ?? null;
}
