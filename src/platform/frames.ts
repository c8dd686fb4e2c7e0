/** A page in the background paints nothing: do not wait longer than this. */
const unpaintedMs = 500;

/**
 * Calls after the next frame is painted, or after half a second without one. Use it for work that may follow the
 * response to a tap. Returns the function that cancels it.
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
