import type { AnyRouter } from '@tanstack/react-router';
import { scrollResetMs } from '#domain/limits.ts';
import { routeRules } from '#domain/routes.ts';
import { wakeIn } from '#platform/clock.ts';
import { closeAll, closeTop, hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

const keepsScroll = (path: string): boolean =>
  Object.values(routeRules).some(
    (rule) => 'keepsScroll' in rule && new RegExp(`^${rule.path.replace('{store_id}', String.raw`\d+`)}$`).test(path),
  );

/**
 * Rules of every navigation (F-25, F-26, F-28, F-29): the device's "back" closes the topmost overlay instead of
 * leaving; any other navigation closes all overlays; 300 ms later the new screen scrolls to its top, except the
 * checkout.
 */
export function keepNavigationRules(router: AnyRouter): void {
  router.history.block({
    blockerFn: ({ action }: { action: string }) => {
      if (action !== 'BACK' && action !== 'GO') return false;
      return hasOpenOverlay() && closeTop();
    },
    enableBeforeUnload: false,
  });
  let cancel = (): void => {};
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) closeAll();
  });
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    cancel();
    if (!pathChanged || keepsScroll(toLocation.pathname.replace(/^\/sellers/, ''))) return;
    cancel = wakeIn(scrollResetMs, () => window.scrollTo({ top: 0 }));
  });
}
