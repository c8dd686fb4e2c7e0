/** A page in the background paints nothing. */
const unpaintedMs = 500;

/**
 * Calls once the next frame is on the screen, or after half a second without one: for what may come after the answer to
 * a tap. The answer cancels it.
 */
export function afterNextPaint(call: () => void): () => void {
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = (): void => {
    cancel();
    call();
  };
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(once);
  });
  const timer = setTimeout(once, unpaintedMs);
  return cancel;
}
