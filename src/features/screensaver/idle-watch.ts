import { promptRetryMs, screensaverMs, screensaverWidthPx } from '#domain/limits.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

/** What a person does to a page. */
export const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Calls `show` once, after five minutes without a touch. On a small screen or below an open overlay it tries again every
 * 5 s (O-07). Returns the function that stops it.
 */
export function watchForScreensaver(show: () => void): () => void {
  let touchedAt = deviceClock.mono();
  const stop = new AbortController();
  for (const name of activityEvents)
    addEventListener(name, () => (touchedAt = deviceClock.mono()), {
      capture: true,
      passive: true,
      signal: stop.signal,
    });
  let cancel = wakeIn(screensaverMs, look);
  function look(): void {
    const left = touchedAt + screensaverMs - deviceClock.mono();
    if (left > 0) cancel = wakeIn(left, look);
    else if (hasOpenOverlay() || innerWidth < screensaverWidthPx) cancel = wakeIn(promptRetryMs, look);
    else show();
  }
  return () => {
    cancel();
    stop.abort();
  };
}
