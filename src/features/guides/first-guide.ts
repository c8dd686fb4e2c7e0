import { useEffect, useEffectEvent } from 'react';
import { armPrompt } from '#data/device/arm-prompt.ts';
import { seenGuides } from '#data/device/guides.ts';
import { guideWidthPx } from '#domain/limits.ts';
import { wakeIn } from '#platform/clock.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

/** The screen has settled by then. */
const settledMs = 1_000;

/**
 * Calls `show` once, on a wide screen, for a person who has not dismissed the guides on this device; it waits while
 * `busy` is true or something is open (O-05).
 */
export function useFirstGuide(userId: number | null, busy: boolean, show: () => void): void {
  const isBusy = useEffectEvent(() => busy || hasOpenOverlay());
  const due = useEffectEvent(show);
  useEffect(() => {
    const isDismissed = (): boolean => userId === null || seenGuides(userId).dismissed;
    if (isDismissed() || !matchMedia(`(width > ${guideWidthPx}px)`).matches) return undefined;
    return armPrompt({
      delayMs: settledMs,
      isBusy: () => isBusy(),
      wakeIn,
      show: () => {
        if (!isDismissed()) due();
      },
    });
  }, [userId]);
}
