/** A repeatable source of random numbers: the same seed and name give the same sequence. */
export interface SeededRandom {
  /** [0, 1) */
  next(): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Throws for an empty list. */
  pick<T>(list: readonly T[]): T;
}

/**
 * mulberry32, seeded with a hash of seed and name. Each actor has its own generator, so its numbers do not depend on
 * the order in which actors run.
 */
export function seededRandom(seed: number, name: string): SeededRandom {
  let state = seed >>> 0;
  for (const char of name) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x9e_37_79_b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick(list) {
      const one = list[Math.floor(next() * list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  };
}
