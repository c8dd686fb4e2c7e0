import { Workbox } from 'workbox-window';
import { workerScope } from './worker.ts';

/** Callbacks about a new version. The app decides when to apply it. */
export interface WorkerUpdates {
  /** A newer version is installed and waits. A later call replaces an earlier one. */
  readonly onWaiting: (apply: () => void) => void;
  /** A newer version is active, because of this tab or another one: the page should reload. */
  readonly onTakenOver: () => void;
}

const checkEveryMs = 30 * 60_000;

/** Registers the service worker. If that fails, it tries again when the network is back. */
export async function registerWorker(updates: WorkerUpdates): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox(`${workerScope}worker.js`, {
    scope: workerScope,
    updateViaCache: 'none',
    type: 'module',
  });
  const offer = (): void => updates.onWaiting(() => workbox.messageSkipWaiting());
  workbox.addEventListener('waiting', offer);
  // Ignore the first worker of this page: it also becomes the controller.
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) updates.onTakenOver();
    controlled = true;
  });
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (!registration) {
    addEventListener('online', () => void registerWorker(updates), { once: true });
    return;
  }
  // workbox-window has no event for an update that the browser found before `register`.
  const { installing } = registration;
  if (controlled) installing?.addEventListener('statechange', () => installing.state === 'installed' && offer());
  setInterval(() => void workbox.update().catch(() => {}), checkEveryMs);
}
