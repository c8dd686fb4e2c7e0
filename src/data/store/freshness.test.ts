import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceClock } from '#platform/clock.ts';
import { instant } from '#domain/time.ts';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { confirmFresh, forgetUse, noteUse, startFreshness, unusedDatabases, useFreshness } from './freshness.ts';

const day = 24 * 60 * 60_000;

describe('how old the data of a store is', () => {
  let wall = 1_000_000;
  let mono = 0;

  beforeEach(() => {
    wall = 1_000_000;
    mono = 0;
    stubLocalStorage();
    vi.spyOn(deviceClock, 'now').mockImplementation(() => instant(wall));
    vi.spyOn(deviceClock, 'mono').mockImplementation(() => mono);
  });

  it('survives the page, by the wall clock of the last confirmation of that very store (offline engine, What people see)', () => {
    startFreshness('one');
    expect(useFreshness.getState()).toMatchObject({ confirmedAt: null, knownAt: null });
    confirmFresh('one');
    expect(useFreshness.getState().confirmedAt).toBe(0);
    wall += 3 * 60 * 60_000;
    startFreshness('one');
    expect(useFreshness.getState()).toMatchObject({ confirmedAt: null, knownAt: 1_000_000 });
    startFreshness('two');
    expect(useFreshness.getState().knownAt).toBeNull();
  });

  it('is written down every few seconds, not at every event', () => {
    startFreshness('one');
    confirmFresh('one');
    wall += 4_000;
    mono += 4_000;
    confirmFresh('one');
    startFreshness('one');
    expect(useFreshness.getState().knownAt).toBe(1_000_000);
    confirmFresh('one');
    startFreshness('one');
    expect(useFreshness.getState().knownAt).toBe(1_004_000);
  });

  it('says which stores nobody has used for 7 days; use without a network counts (D-06)', () => {
    startFreshness('one');
    startFreshness('two');
    wall += 5 * day;
    noteUse('two');
    wall += 2 * day + 1;
    expect(unusedDatabases(instant(wall))).toEqual(['one']);
    forgetUse('one');
    expect(unusedDatabases(instant(wall))).toEqual([]);
  });

  it('forgets nothing because of a clock that was set back (offline engine, principle 5)', () => {
    startFreshness('one');
    expect(unusedDatabases(instant(wall - 8 * day))).toEqual([]);
  });
});
