/** Registers the service worker and tells when a newer one waits. Update when idle is app/'s decision. */
export interface WorkerUpdates {
  /** A newer version is installed and waiting; the latest call counts. */
  readonly onWaiting: (apply: () => void) => void;
  /** The new version has taken over, here or at another tab's wish: the page should reload. */
  readonly onTakenOver: () => void;
}

/** Where the app lives. */
const scope = '/sellers/';
const checkEveryMs = 30 * 60_000;

/** Where the network is away at the start, it tries again when it is back: the app must be on the device by then. */
export async function registerWorker(updates: WorkerUpdates): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const hadController = navigator.serviceWorker.controller !== null;
  const registration = await navigator.serviceWorker
    .register(`${scope}worker.js`, { scope, updateViaCache: 'none', type: 'module' })
    .catch(() => null);
  if (!registration) {
    addEventListener('online', () => void registerWorker(updates), { once: true });
    return;
  }
  const offer = (worker: ServiceWorker | null) => {
    if (worker && navigator.serviceWorker.controller)
      updates.onWaiting(() => worker.postMessage({ type: 'SKIP_WAITING' }));
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  offer(registration.waiting);
  // The browser looks for a new one at every navigation: it may have begun before we could listen.
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  let taken = !hadController;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of this page takes over too; that is no update.
    if (taken) {
      taken = false;
      return;
    }
    updates.onTakenOver();
  });
  setInterval(() => void registration.update().catch(() => {}), checkEveryMs);
}

/** Whether the server gives out the app right now: neither the worker nor a cache answers this. */
export const canLoadApp = (): Promise<boolean> =>
  fetch(scope, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Asks now whether there is a newer version; `onWaiting` hears of it. Never rejects. */
export async function lookForUpdate(): Promise<void> {
  await (await appWorker())?.update().catch(() => {});
}

/** The app's own worker; null where there is none. */
export async function appWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration(scope)) ?? null;
}
