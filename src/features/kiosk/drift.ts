/** Against burn-in: the whole picture walks around a small diamond, one pixel a step, and comes back. */
const radiusPx = 4;
const steps = radiusPx * 4;

export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** Where the picture stands at that step; two neighbours are one pixel apart in each direction. */
export function driftAt(step: number): Offset {
  const at = ((step % steps) + steps) % steps;
  const wave = (n: number): number => {
    const along = ((n % steps) + steps) % steps;
    return along <= radiusPx ? along : along <= radiusPx * 3 ? radiusPx * 2 - along : along - steps;
  };
  return { x: wave(at), y: wave(at + radiusPx) };
}

/** A step every minute; with less motion wanted a longer way, but rarely. */
export const driftEveryMs = 60_000;
export const calmDriftEveryMs = 10 * 60_000;
export const calmSteps = 4;
