import { after, type Instant } from '#domain/time.ts';
import type { Clock } from '#server/deps.ts';

interface Timer {
  readonly ms: number;
  readonly work: () => void;
  next: Instant;
}

export interface TestClock extends Clock {
  /** Time passes: repeated work that falls due runs, in order. Waits do not take part, see `waits`. */
  advance(ms: number): void;
  /** Days pass in one step, as on a machine that slept: repeated work goes on afterwards, nothing is made up for. */
  jump(ms: number): void;
  /** Every `wait` so far, in milliseconds; they end at once. */
  readonly waits: readonly number[];
}

/** A clock that stands still until it is told otherwise. */
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
