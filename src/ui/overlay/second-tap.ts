/** Longest time between the two halves of a double tap, and how far apart they may be. */
const doubleTapMs = 500;
const samePlacePx = 32;

type Tap = Pick<MouseEvent, 'clientX' | 'clientY' | 'timeStamp'>;

let last: Tap | null = null;

// Captured, so that it runs before the app's handlers, which may open an overlay. A click by key has no place.
addEventListener(
  'click',
  (event) => {
    if (event.isTrusted && event.detail > 0) last = event;
  },
  { capture: true },
);

/** The person's newest tap or click; null before the first. */
export const lastTap = (): Tap | null => last;

/**
 * Whether `tap` is the second half of a double tap that began with `before`. A hurried person must not answer a question
 * that the first half has opened under the finger.
 */
export const isSecondTap = (before: Tap | null, tap: Tap): boolean =>
  before !== null &&
  tap !== before &&
  tap.timeStamp - before.timeStamp < doubleTapMs &&
  Math.hypot(tap.clientX - before.clientX, tap.clientY - before.clientY) < samePlacePx;
