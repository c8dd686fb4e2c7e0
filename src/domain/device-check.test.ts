import { describe, expect, it } from 'vitest';
import {
  batteryResult,
  checkLines,
  checkResults,
  checkStateOf,
  clockResult,
  linesToMend,
  serverResult,
  storageResult,
} from './device-check.ts';

describe('the check of a device', () => {
  it.each([
    [null, 'silent'],
    [0, 'answers'],
    [2_000, 'answers'],
    [2_001, 'slow'],
  ])('calls a server that took %s ms %s', (ms, result) => {
    expect(serverResult(ms)).toBe(result);
  });

  it.each([
    [0, 'right'],
    [60_000, 'right'],
    [-60_000, 'right'],
    [60_001, 'wrong'],
    [-60_001, 'wrong'],
  ])('calls a clock that is %i ms ahead %s', (ahead, result) => {
    expect(clockResult(ahead)).toBe(result);
  });

  it.each([
    [null, 'unknown'],
    [{ charging: true, level: 0.01 }, 'charging'],
    [{ charging: false, level: 0.3 }, 'enough'],
    [{ charging: false, level: 0.29 }, 'low'],
  ])('calls the battery %j %s', (battery, result) => {
    expect(batteryResult(battery)).toBe(result);
  });

  it.each([
    [null, null, 'unknown'],
    [null, true, 'protected'],
    [50_000_000, false, 'evictable'],
    [49_999_999, true, 'full'],
  ])('calls a device with %s free bytes, kept %s: %s', (free, kept, result) => {
    expect(storageResult(free, kept)).toBe(result);
  });

  it('names what is to be mended, the worst first', () => {
    expect(
      linesToMend({ network: 'online', unsent: 'waiting', battery: 'low', version: 'older', sound: 'off' }),
    ).toEqual(['battery', 'unsent', 'version']);
    expect(linesToMend({})).toEqual([]);
  });

  it('knows the state of every result, and of no other word', () => {
    for (const line of checkLines)
      for (const [result, state] of Object.entries(checkResults[line])) expect(checkStateOf(line, result)).toBe(state);
    expect(checkStateOf('network', 'toString')).toBeNull();
  });
});
