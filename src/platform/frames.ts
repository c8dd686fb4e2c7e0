/** A page in the background paints nothing: do not wait longer than this. */
const unpaintedMs = 500;

/**
 * Calls after the next frame is painted, or after `atMostMs` without one. Use it for work that may follow the
 * response to a tap. Returns the function that cancels it.
 */
export const afterNextPaint = (call: () => void, atMostMs = unpaintedMs): (() => void) =>
  atTheLatest(atMostMs, call, onPaintedFrame);

/** A page in the background has no frames: do not wait longer than this. */
const framelessMs = 100;

/** Calls in the next frame, before it is painted. Returns the function that cancels it. */
export const beforeNextPaint = (call: () => void): (() => void) => atTheLatest(framelessMs, call, onNextFrame);

/** Calls once, by `wait` or after `ms`, whichever comes first. */
function atTheLatest(ms: number, call: () => void, wait: (call: () => void) => () => void): () => void {
  const cancel = (): void => {
    stop();
    clearTimeout(timer);
  };
  const once = (): void => {
    cancel();
    call();
  };
  const stop = wait(once);
  const timer = setTimeout(once, ms);
  return cancel;
}

function onNextFrame(call: () => void): () => void {
  const frame = requestAnimationFrame(call);
  return () => cancelAnimationFrame(frame);
}

/** Calls when a frame was painted, and never without one. Returns the function that cancels it. */
export function onPaintedFrame(call: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(call);
  });
  return () => cancelAnimationFrame(frame);
}

/** A slow device may need more than half a second to paint the first screen: what follows it must not compete with it. */
const slowestFirstPaintMs = 2_000;

/** Calls after the first paint of a screen, for what the screen can do without. Returns the function that cancels it. */
export const afterFirstPaint = (call: () => void): (() => void) => afterNextPaint(call, slowestFirstPaintMs);
