// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { standingRefreshMs } from './guest-table.ts';

it('a guest asks every 5 s while something waits, else every 20 s', () => {
  expect(standingRefreshMs([{ state: 'accepted' }, { state: 'waiting' }])).toBe(5_000);
  expect(standingRefreshMs([{ state: 'accepted' }])).toBe(20_000);
  expect(standingRefreshMs([])).toBe(20_000);
});
