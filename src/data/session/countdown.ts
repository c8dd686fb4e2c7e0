import { useSyncExternalStore } from 'react';
import { deviceClock, every } from '#platform/clock.ts';

/** Whole seconds from `now` to `deadline`, both in monotonic milliseconds; 0 = it has passed. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1_000));

/**
 * Calls `tell` with the remaining seconds now and every second, down to 0. Returns the function that stops it.
 */
export function countDown(deadline: number, tell: (seconds: number) => void): () => void {
  let stop = (): void => {};
  const tick = (): void => {
    const left = secondsLeft(deadline, deviceClock.mono());
    tell(left);
    if (left === 0) stop();
  };
  stop = every(1_000, tick);
  tick();
  return () => stop();
}

/** Seconds until `deadline` (monotonic milliseconds), updated every second; 0 if `deadline` is null. */
export function useSecondsLeft(deadline: number | null): number {
  const read = (): number => secondsLeft(deadline ?? 0, deviceClock.mono());
  return useSyncExternalStore((changed) => (deadline === null ? () => {} : countDown(deadline, changed)), read);
}
