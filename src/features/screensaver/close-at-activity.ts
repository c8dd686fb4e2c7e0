import { activityEvents } from './idle-watch.ts';

/** A pointer that trembles, such as one on a vibrating counter, is no activity. */
const moveMinPx = 4;

/**
 * Calls at the first activity, and keeps that touch or key, with the click that follows it, from what is below. Returns
 * the function that stops it.
 */
export function closeAtActivity(close: () => void): () => void {
  const stop = new AbortController();
  const seen = (event: Event): void => {
    if (event instanceof PointerEvent && event.type === 'pointermove') {
      if (Math.hypot(event.movementX, event.movementY) < moveMinPx) return;
    } else keep(event);
    if (event.type === 'pointerdown' || event.type === 'touchstart') keepNextClick();
    close();
  };
  for (const name of activityEvents)
    addEventListener(name, seen, { capture: true, passive: false, signal: stop.signal });
  return () => stop.abort();
}

/** A touch that drags makes no click, so the next touch or key ends the wait for it. */
function keepNextClick(): void {
  const wait = new AbortController();
  const end = (): void => wait.abort();
  const keepClick = (event: Event): void => {
    keep(event);
    end();
  };
  addEventListener('click', keepClick, { capture: true, signal: wait.signal });
  // A listener that is added to the window while it hears an event does not hear that event.
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, end, { capture: true, signal: wait.signal });
}

function keep(event: Event): void {
  event.stopPropagation();
  if (event.cancelable) event.preventDefault();
}
