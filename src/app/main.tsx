import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createRouter } from '@tanstack/react-router';
import { deviceClock } from '#platform/clock.ts';
import { whenIdle } from '#platform/idle.ts';
import { catchInstallOffers } from '#platform/install.ts';
import { askToPersist } from '#platform/storage.ts';
import { readFailure } from '#data/failure.ts';
import { endScreen, useKiosk } from '#data/kiosk.ts';
import { usePreferences } from '#data/preferences.ts';
import { openQueryCache } from '#data/query-cache.ts';
import { currentUser, onSessionEnded, useSession } from '#data/session.ts';
import { watchLostStores, wipeUnusedStores } from '#data/store-data.ts';
import { closeStoreEngine } from '#data/store-engine.ts';
import { failureSentences } from '#texts/errors.ts';
import { applyTheme } from '#ui/theme/theme-provider.tsx';
import { toast } from '#ui/toast/toast.ts';
import { App } from './app.tsx';
import { keepNavigationRules } from './navigation.ts';
import { startRealtime } from './realtime.ts';
import { routeTree } from './route-tree.gen.ts';
import { startUpdates } from './updates.ts';

const router = createRouter({
  routeTree,
  basepath: '/sellers',
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Boot order: theme before paint, last-known data before the first screen, network after it. */
async function start(): Promise<void> {
  const { theme, kioskTheme } = usePreferences.getState();
  applyTheme(useKiosk.getState().active ? kioskTheme : theme);
  catchInstallOffers();
  // The first screen's code comes while the disk is read.
  const first = new Set<string>(router.matchRoutes(router.latestLocation).map((m) => m.routeId));
  for (const route of Object.values(router.routesById)) if (first.has(route.id)) void router.loadRouteChunk(route);
  const user = currentUser();
  await wipeUnusedStores(deviceClock.now()).catch(() => {});
  if (user) await openQueryCache(user.id, deviceClock.now());
  useSession.subscribe(({ user: now }, before) => {
    if (now && now.id !== before.user?.id) {
      void openQueryCache(now.id, deviceClock.now());
      void askToPersist();
    }
  });
  onSessionEnded(() => {
    void closeStoreEngine();
    if (endScreen()) void router.navigate({ to: '/kiosk', search: { ended: true } });
    else void router.navigate({ to: '/login' });
  });
  watchLostStores(async (error) => {
    toast.show({ id: 'store-failed', kind: 'error', text: failureSentences(readFailure(error)).join(' ') });
    await router.navigate({ to: '/' });
  });
  keepNavigationRules(router);
  startRealtime();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // The other screens' code, so that the first tap on them does not wait for the network.
  whenIdle(() => {
    for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
  });
  if (import.meta.env.PROD) startUpdates();
}

void start();
