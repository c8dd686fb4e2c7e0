import { after, type Instant } from '#domain/time.ts';
import type { Clock } from '#server/deps.ts';

interface Timer {
  readonly ms: number;
  readonly work: () => void;
  next: Instant;
}

export interface TestClock extends Clock {
  /** Advances the time and runs due repeated work in order. Does not affect `wait`, see `waits`. */
  advance(ms: number): void;
  /** Skips time in one step, as a machine that slept: repeated work continues afterwards, without catching up. */
  jump(ms: number): void;
  /** The milliseconds of every `wait` so far; each resolves at once. */
  readonly waits: readonly number[];
}

/** A clock that moves only when a test moves it. */
export function createTestClock(start: Instant): TestClock {
  let now = start;
  const timers = new Set<Timer>();
  const waits: number[] = [];
  return {
    now: () => now,
    wait(ms) {
      waits.push(ms);
      return Promise.resolve();
    },
    every(ms, work) {
      const timer: Timer = { ms, work, next: after(now, ms) };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = after(now, ms);
      for (;;) {
        const due = [...timers].filter((t) => t.next <= end).toSorted((a, b) => a.next - b.next)[0];
        if (!due) break;
        now = due.next;
        due.next = after(due.next, due.ms);
        due.work();
      }
      now = end;
    },
    jump(ms) {
      now = after(now, ms);
      for (const timer of timers) timer.next = after(now, timer.ms);
    },
    waits,
  };
}
