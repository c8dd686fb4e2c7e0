/**
 * Calls once the next frame is on the screen: for what may come after the answer to a tap. The answer cancels it. A
 * page in the background paints nothing and calls when it is looked at again.
 */
export function afterNextPaint(call: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(call);
  });
  return () => cancelAnimationFrame(frame);
}
