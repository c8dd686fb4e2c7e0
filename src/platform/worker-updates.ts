import { Workbox } from 'workbox-window';
import { workerScope } from './worker.ts';

/** What the app does about a new version; when to apply it is the app's decision. */
export interface WorkerUpdates {
  /** A newer version is installed and waits; the latest call counts. */
  readonly onWaiting: (apply: () => void) => void;
  /** A newer version has taken over, in this tab or another: the page should reload. */
  readonly onTakenOver: () => void;
}

const checkEveryMs = 30 * 60_000;

/** Registers the service worker. Without a network it tries again when the network is back. */
export async function registerWorker(updates: WorkerUpdates): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox(`${workerScope}worker.js`, {
    scope: workerScope,
    updateViaCache: 'none',
    type: 'module',
  });
  const offer = (): void => updates.onWaiting(() => workbox.messageSkipWaiting());
  workbox.addEventListener('waiting', offer);
  // Not for the first worker of this page, which takes over too.
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
  // The browser checks at every navigation; an update that it found before `register` has no event of workbox-window.
  const { installing } = registration;
  if (controlled) installing?.addEventListener('statechange', () => installing.state === 'installed' && offer());
  setInterval(() => void workbox.update().catch(() => {}), checkEveryMs);
}
