/** Prevents burn-in: the whole picture moves around a small diamond, one pixel per step. */
const radiusPx = 4;
const steps = radiusPx * 4;

export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** The offset at a step; consecutive steps differ by one pixel on each axis. */
export function driftAt(step: number): Offset {
  const at = ((step % steps) + steps) % steps;
  const wave = (n: number): number => {
    const along = ((n % steps) + steps) % steps;
    return along <= radiusPx ? along : along <= radiusPx * 3 ? radiusPx * 2 - along : along - steps;
  };
  return { x: wave(at), y: wave(at + radiusPx) };
}

/** One step per minute. With reduced motion: several steps at once, but rarely. */
export const driftEveryMs = 60_000;
export const calmDriftEveryMs = 10 * 60_000;
export const calmSteps = 4;
