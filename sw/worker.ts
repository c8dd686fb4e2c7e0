/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { cacheNames, clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { CacheFirst } from 'workbox-strategies';
import { shellOf, withShell } from '#domain/still-shell.ts';
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

const page = createHandlerBoundToURL('/sellers/index.html');

/** The page with the frame of its screen visible, as the server's page of that address has it. */
async function pageWithShell(options: RouteHandlerCallbackOptions): Promise<Response> {
  const answer = await page(options);
  const { pathname, search } = options.url;
  const shell = answer.ok ? shellOf(pathname.slice('/sellers'.length), search) : null;
  if (shell === null) return answer;
  const { status, statusText, headers } = answer;
  return new Response(withShell(await answer.text(), shell), { status, statusText, headers });
}

registerRoute(new NavigationRoute(pageWithShell, { allowlist: [/^\/sellers\//, /^\/sellers$/] }));

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

interface StaticRoute {
  readonly condition: { readonly urlPattern: URLPattern };
  readonly source: 'network' | { readonly cacheName: string };
}

/** Static routes of a worker; not every browser has them. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>;
}

// Calls of the API go past the worker. Passed through it, each one wakes the old worker, and Chromium then holds a new
// version back until the old one has rested for 30 s. The app's files, whose names change with their content, come from
// the cache without waiting for the worker's code.
self.addEventListener('install', (event: RoutingInstallEvent) => {
  // Browsers without static routes may lack URLPattern too.
  if (!event.addRoutes) return;
  const to = (pathname: string): StaticRoute['condition'] => ({ urlPattern: new URLPattern({ pathname }) });
  event.waitUntil(
    event.addRoutes([
      { condition: to('/api/*'), source: 'network' },
      { condition: to('/sellers/assets/*'), source: { cacheName: cacheNames.precache } },
    ]),
  );
});

self.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && data.type === 'SKIP_WAITING') void self.skipWaiting();
});
