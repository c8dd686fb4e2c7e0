import { useSyncExternalStore } from 'react';
import { deviceClock, every } from '#platform/clock.ts';

/** Whole seconds from `now` to `deadline`, both monotonic milliseconds; 0 = it is over. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1_000));

/** Tells what is left now and after every second, down to 0. The answer stops it. */
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

/** Seconds until `deadline` (monotonic milliseconds), one tick a second; 0 when it is null. */
export function useSecondsLeft(deadline: number | null): number {
  const read = (): number => secondsLeft(deadline ?? 0, deviceClock.mono());
  return useSyncExternalStore((changed) => (deadline === null ? () => {} : countDown(deadline, changed)), read);
}
