import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createRouter } from '@tanstack/react-router';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { earlyAnswerIsThere, earlyProfileOf } from '#platform/early-answers.ts';
import { afterFirstPaint } from '#platform/frames.ts';
import { catchInstallOffers } from '#platform/install.ts';
import { askToPersist } from '#platform/storage.ts';
import { watchStyles } from '#platform/styles.ts';
import { holdSession, isDuplicated } from '#data/session/duplication.ts';
import { loadLink } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { importWithRetry, preloadAfterPaint, preloadWhenQuiet, tryImport } from '#data/device/lazy-import.ts';
import { endScreen, useKiosk } from '#data/kiosk/kiosk.ts';
import { usePreferences } from '#data/device/preferences.ts';
import { accessToken } from '#data/api/tokens.ts';
import { openQueryCache } from '#data/api/query-cache.ts';
import { watchLeftSession } from '#data/session/left-session.ts';
import { currentUser, onSessionEnded, useSession } from '#data/session/session.ts';
import { queryClient } from '#data/api/query-client.ts';
import { watchLostStores, wipeUnusedStores } from '#data/store/store-data.ts';
import { closeStoreEngine, openStoreEngine, useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from '#data/store/stores.ts';
import { failureSentences } from '#texts/errors.ts';
import { applyTextSize, applyTheme } from '#ui/theme/theme-provider.tsx';
import { toast } from '#ui/toast/toast.ts';
import { App } from './app.tsx';
import { onMissingPart } from './missing-part.ts';
import { MissingScreen } from './missing-screen.tsx';
import { keepNavigationRules } from './navigation.ts';
import { startRealtime } from './realtime.ts';
import { routeTree } from './route-tree.gen.ts';
import { dropShellUnder } from './still-shell.ts';

/** A screen that loads longer shows it. */
const pendingMs = 150;

const router = createRouter({
  routeTree,
  basepath: '/sellers',
  defaultPendingMs: pendingMs,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  defaultErrorComponent: MissingScreen,
  // With `false` the router would scroll every screen to its top, the checkout too (F-29).
  scrollRestoration: () => false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/**
 * Boot order: theme before the first paint, cached data before the first screen, network after it. Resolves to a
 * function that stops the app.
 */
export async function startApp(root: HTMLElement): Promise<() => Promise<void>> {
  const { theme, kioskTheme, textPercent } = usePreferences.getState();
  applyTheme(useKiosk.getState().active ? kioskTheme : theme);
  applyTextSize(textPercent);
  catchInstallOffers();
  addEventListener('vite:preloadError', onMissingPart);
  watchStyles();
  // The window that lost the session stops its engine: it neither sends nor listens, and its database stays unchanged
  // (offline engine, What may wait).
  const rest = (): void => {
    if (isDuplicated()) void closeStoreEngine();
  };
  useEngine.subscribe(({ current }) => (current ? rest() : undefined));
  const letSessionGo = holdSession(() => {
    rest();
    void router.navigate({ to: '/duplicated', replace: true });
  }, router.latestLocation.pathname.endsWith('/duplicated'));
  // Loads the first screen's code while the disk is read.
  const matches = router.matchRoutes(router.latestLocation);
  const first = new Set<string>(matches.map((m) => m.routeId));
  for (const route of Object.values(router.routesById)) if (first.has(route.id)) void router.loadRouteChunk(route);
  onSessionEnded(() => {
    void closeStoreEngine();
    if (endScreen()) void router.navigate({ to: '/kiosk', search: { ended: true } });
    else void router.navigate({ to: '/login' });
  });
  const user = currentUser();
  // The session is renewed while the disk is read: every call of the first screen waits for its token.
  if (user && !isDuplicated()) void accessToken().catch(() => {});
  await wipeUnusedStores(deviceClock.now()).catch(() => {});
  if (user) {
    // Reads the store's database in parallel with the query cache; its route waits for both.
    const storeId = Number(new Map(Object.entries(matches.at(-1)?.params ?? {})).get('storeId'));
    if (storeId > 0) void openStoreEngine(user.id, storeId).catch(() => {});
    // A device that does not know the store has nothing to show: its profile may be there before the disk is.
    await Promise.race([openQueryCache(user.id, deviceClock.now()), earlyAnswerIsThere(earlyProfileOf(storeId))]);
  }
  useSession.subscribe(({ user: now }, before) => {
    if (now && now.id !== before.user?.id) {
      void openQueryCache(now.id, deviceClock.now());
      void askToPersist();
    }
  });
  watchLostStores(async (lost) => {
    const refusal = failureSentences(readFailure(lost.error));
    const texts = await tryImport(() => import('#texts/lost-store.ts'));
    toast.show({ id: 'store-failed', kind: 'error', text: texts?.lostSentence(lost, refusal) ?? refusal.join(' ') });
    await router.navigate({ to: '/' });
    void queryClient.invalidateQueries({ queryKey: storeQueries.list().queryKey });
  });
  keepNavigationRules(router);
  // The first render has the first screen, so there is no empty one before it. A screen that takes longer is rendered as
  // loading.
  const late = new Promise<void>((resolve) => wakeIn(pendingMs, resolve));
  await Promise.race([router.load().catch(() => undefined), late]);
  dropShellUnder(root);
  const screen = createRoot(root);
  screen.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // Renders the first screen before starting live updates; the other screens and the service worker come last, when
  // the first screen has its data (docs/decisions/025).
  const stop = router.subscribe('onRendered', () => {
    stop();
    preloadAfterPaint([loadLink]);
    afterFirstPaint(startRealtime);
    afterFirstPaint(watchLeftSession);
    // A guest at a table needs no other screen, and pays for the bytes.
    if (router.latestLocation.pathname.includes('/guest/')) return;
    preloadWhenQuiet(
      Object.values(router.routesById).map((route) => async () => router.loadRouteChunk(route)),
      () => {
        if (import.meta.env.PROD)
          void importWithRetry(() => import('./updates.ts')).then(({ startUpdates }) => startUpdates());
      },
    );
  });
  return async () => {
    letSessionGo();
    screen.unmount();
    // What this app began before must not change the address of the app that follows in this document.
    router.history.block({ blockerFn: () => true, enableBeforeUnload: false });
    // `destroy` removes the function that writes a pending address; writing it afterwards would throw.
    router.history.flush();
    router.history.destroy();
    await closeStoreEngine();
  };
}
