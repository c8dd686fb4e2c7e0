import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceClock } from '#platform/clock.ts';
import { countDown, secondsLeft } from './countdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs from the server’s seconds to 0, one a second: 5 ticks reduce it by 5 (A-34)', () => {
  const told: number[] = [];
  countDown(deviceClock.mono() + 60_000, (seconds) => told.push(seconds));
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([60, 59, 58, 57, 56, 55]);
});

it('tells 0 once and ends there (A-34, A-35)', () => {
  const told: number[] = [];
  countDown(deviceClock.mono() + 2_000, (seconds) => told.push(seconds));
  vi.advanceTimersByTime(30_000);
  expect(told).toEqual([2, 1, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

it('tells nothing after it was stopped', () => {
  const told: number[] = [];
  const stop = countDown(deviceClock.mono() + 9_000, (seconds) => told.push(seconds));
  stop();
  vi.advanceTimersByTime(9_000);
  expect(told).toEqual([9]);
});

it.each([
  [1_000, 0, 1],
  [1_000, 1, 1],
  [1_000, 1_000, 0],
  [0, 5_000, 0],
])('from %i ms at %i ms: %i s', (deadline, now, expected) => {
  expect(secondsLeft(deadline, now)).toBe(expected);
});
