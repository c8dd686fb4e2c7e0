/** A task waited too long for its turn, and was not begun. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout';
}

interface Turns {
  running: number;
  /** Those that wait, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Runs at most `most` tasks with the same key at once, the others after them in the order in which they came. Throws
 * TurnTimeout for a task that waits longer than `patienceMs`.
 */
export function inTurns(most: number, patienceMs: number): <T>(key: number, task: () => Promise<T>) => Promise<T> {
  const turnsOf = new Map<number, Turns>();
  return async (key, task) => {
    const turns = turnsOf.get(key) ?? { running: 0, waiting: new Set() };
    turnsOf.set(key, turns);
    if (turns.running < most) turns.running += 1;
    else
      await new Promise<void>((resolve, reject) => {
        const begin = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          turns.waiting.delete(begin);
          reject(new TurnTimeout(`no turn for ${patienceMs} ms`));
        }, patienceMs);
        turns.waiting.add(begin);
      });
    try {
      return await task();
    } finally {
      // The next one takes this one's place.
      const [next] = turns.waiting;
      if (next) {
        turns.waiting.delete(next);
        next();
      } else {
        turns.running -= 1;
        if (turns.running === 0) turnsOf.delete(key);
      }
    }
  };
}
