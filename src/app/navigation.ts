import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { scrollResetMs } from '#domain/limits.ts';
import { routeRules } from '#domain/routes.ts';
import { wakeIn } from '#platform/clock.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { closeAll, closeTop, hasOpenOverlay, onFirstLayer } from '#ui/overlay/overlay-stack.ts';

const keepsScroll = (path: string): boolean =>
  Object.values(routeRules).some(
    (rule) => 'keepsScroll' in rule && new RegExp(`^${rule.path.replace('{store_id}', String.raw`\d+`)}$`).test(path),
  );

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry repeats the screen of the entry below it, so that "back" has something to close an overlay with. */
    readonly guard?: boolean;
  }
}

/**
 * On the first screen of a tab "back" would leave the app, which the browser does not announce (F-26). So the first
 * overlay there adds a history entry of the same screen; "back" from that entry without an overlay leaves the app.
 *
 *   [before the app] <- [first screen] <- [guard: the same screen]
 */
function guardFirstScreen(history: RouterHistory): void {
  onFirstLayer(() => {
    // After the paint, because the router runs the guards of the screen again.
    afterNextPaint(() => {
      const { href, state } = history.location;
      if (hasOpenOverlay() && state.__TSR_index === 0) history.push(href, { guard: true });
    });
  });
}

/**
 * Rules of every navigation (F-25, F-26, F-28, F-29): the device's "back" or "forward" closes the topmost overlay, which
 * may ask first, instead of leaving; any other navigation closes all overlays; the new screen scrolls to its top, at once
 * and again 300 ms later when its data has come, except the checkout. The second time is left out once a person has
 * touched the new screen: nothing moves under a finger (docs/decisions/027).
 */
export function keepNavigationRules(router: AnyRouter): void {
  const history: RouterHistory = router.history;
  guardFirstScreen(history);
  history.block({
    blockerFn: ({ action, currentLocation, nextLocation }) => {
      // A link or a button closes them all.
      if (action === 'PUSH' || action === 'REPLACE') return false;
      if (hasOpenOverlay()) return closeTop();
      if (currentLocation.state.guard && nextLocation.state.__TSR_index === 0) history.back();
      return false;
    },
    enableBeforeUnload: false,
  });
  let cancel = (): void => {};
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) closeAll();
  });
  const toTop = (): void => window.scrollTo({ top: 0 });
  // The router loads the first screen before it is rendered, and then tells no change of the path.
  let first = true;
  router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
    if (!pathChanged && !first) return;
    first = false;
    cancel();
    if (keepsScroll(toLocation.pathname.replace(/^\/sellers/, ''))) return;
    toTop();
    const hand = new AbortController();
    const wake = wakeIn(scrollResetMs, () => {
      hand.abort();
      toTop();
    });
    cancel = () => {
      hand.abort();
      wake();
    };
    for (const name of ['pointerdown', 'wheel', 'keydown'])
      window.addEventListener(name, cancel, { capture: true, passive: true, signal: hand.signal });
  });
}
