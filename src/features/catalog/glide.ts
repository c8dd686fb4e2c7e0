import { scrollAnimationMs } from '#domain/limits.ts';

const settleFrames = 6;

/**
 * Animates the scroll to `target`, recomputed at each frame because rows are measured on the way. Returns a function
 * that stops it (C-13).
 */
export function glide(
  element: Pick<HTMLElement, 'scrollTop'>,
  target: () => number,
  onRest: (at: number) => void,
): () => void {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : scrollAnimationMs;
  const from = element.scrollTop;
  let begun: number | null = null;
  let settling = 0;
  let frame = 0;
  const step = (now: number): void => {
    begun ??= now;
    const part = duration === 0 ? 1 : Math.min((now - begun) / duration, 1);
    const eased = 1 - (1 - part) ** 3;
    element.scrollTop = from + (target() - from) * eased;
    if (part === 1) settling += 1;
    onRest(element.scrollTop);
    if (settling < settleFrames) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
