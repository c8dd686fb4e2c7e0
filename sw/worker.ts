/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { handlePushes } from './push.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/**
 * Precache, offline deep links and a bounded picture cache. It never touches the outbox: the engine's correctness does
 * not depend on this worker (offline engine, Principles). A new version waits until the page activates it.
 */
const picturesKept = 500;
const picturesForSeconds = 30 * 24 * 60 * 60;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/sellers/index.html'), { allowlist: [/^\/sellers\//, /^\/sellers$/] }),
);

registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.destination === 'image' && url.pathname.startsWith('/sellers/'),
  new CacheFirst({
    cacheName: 'pictures',
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: picturesKept, maxAgeSeconds: picturesForSeconds, purgeOnQuotaError: true }),
    ],
  }),
);

handlePushes();

self.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && data.type === 'SKIP_WAITING') void self.skipWaiting();
});
