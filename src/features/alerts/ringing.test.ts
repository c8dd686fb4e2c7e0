import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertSound } from '#data/alerts/alert-sounds.ts';
import { alertSoundMaxMs, alertSounds } from '#data/alerts/alert-sounds.ts';
import type { SoundMode } from '#domain/alerts.ts';
import { wakeIn } from '#platform/clock.ts';
import type { Ringer } from './ringing.ts';
import { createRinger } from './ringing.ts';

let played: AlertSound[];
let rang: string[][];
let heard: boolean;
let ringer: Ringer;

beforeEach(() => {
  vi.useFakeTimers();
  played = [];
  rang = [];
  heard = true;
  ringer = createRinger({
    play: (alertSound) => {
      played.push(alertSound);
      return new Promise((resolve) => setTimeout(resolve, 600, heard));
    },
    wakeIn,
    onRang: (uids) => rang.push([...uids]),
  });
});
afterEach(() => {
  ringer.stop();
  vi.useRealTimers();
});

const facts = (mode: SoundMode, pending: readonly string[], mayRing = true, elsewhere = false) => ({
  mode,
  pending,
  mayRing,
  elsewhere,
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Orders `uids` arrive while the orders `waiting` are still pending. */
function arrive(mode: SoundMode, waiting: readonly string[], uids: readonly string[], mayRing = true): void {
  ringer.update(facts(mode, [...waiting, ...uids], mayRing), uids);
}

describe('once', () => {
  it('plays once for a new order, and never again (P-50)', async () => {
    arrive('once', ['old'], ['a']);
    await pass(60_000);
    expect([played, rang]).toEqual([['order'], [['a']]]);
  });

  it('plays one signal an order, one after the other', async () => {
    arrive('once', [], ['a', 'b']);
    expect(played).toEqual(['order']);
    await pass(600);
    expect(played).toEqual(['order', 'order']);
    arrive('once', ['a', 'b'], ['c']);
    await pass(5_000);
    expect([played.length, rang]).toEqual([3, [['a'], ['b'], ['c']]]);
  });

  it('a flood is heard as one', async () => {
    const flood = Array.from({ length: 40 }, (_, i) => `o${i}`);
    arrive('once', [], flood);
    await pass(60_000);
    expect(played).toEqual(['order']);
    expect(rang).toEqual([flood]);
  });

  it('is heard later when the browser did not let it sound at first, unless it does not wait any more (N-51)', async () => {
    arrive('once', [], ['a', 'b'], false);
    await pass(30_000);
    expect(played).toEqual([]);
    ringer.update(facts('once', ['b']));
    await pass(5_000);
    expect([played, rang]).toEqual([['order'], [['b']]]);
  });

  it('is the business of the tab that rings, also when this one takes over from it', async () => {
    ringer.update(facts('once', ['a'], false, true), ['a']);
    ringer.update(facts('once', ['a']));
    await pass(30_000);
    expect(played).toEqual([]);
  });

  it('changes nothing when an order leaves or a setting moves', async () => {
    ringer.update(facts('once', ['a', 'b']));
    ringer.update(facts('once', ['a']));
    ringer.update(facts('once', ['a'], false));
    ringer.update(facts('once', ['a']));
    await pass(60_000);
    expect(played).toEqual([]);
  });
});

describe('always', () => {
  it('repeats every 10 s while orders wait, and stops with the last of them (P-49)', async () => {
    arrive('always', [], ['a']);
    expect(played).toEqual(['order']);
    await pass(9_999);
    expect(played).toEqual(['order']);
    await pass(1);
    expect(played).toEqual(['order', 'reminder']);
    await pass(20_000);
    expect(played).toEqual(['order', 'reminder', 'reminder', 'reminder']);
    expect(rang.at(-1)).toEqual(['a']);
    ringer.update(facts('always', []));
    await pass(60_000);
    expect(played).toHaveLength(4);
  });

  it('rings at once for one more, and counts the ten seconds from there', async () => {
    arrive('always', [], ['a']);
    await pass(7_000);
    arrive('always', ['a'], ['b']);
    expect(played).toEqual(['order', 'order']);
    await pass(9_999);
    expect(played).toHaveLength(2);
    await pass(1);
    expect(played).toEqual(['order', 'order', 'reminder']);
    expect(rang.at(-1)).toEqual(['a', 'b']);
  });

  it('one that leaves does not move the beat', async () => {
    arrive('always', [], ['a', 'b']);
    await pass(600);
    await pass(5_000);
    const before = played.length;
    ringer.update(facts('always', ['b']));
    await pass(4_400);
    expect(played.length).toBe(before);
    await pass(600);
    expect(played.length).toBe(before + 1);
  });

  it('starts as soon as it may, with what has been waiting', async () => {
    arrive('always', [], ['a'], false);
    await pass(30_000);
    expect(played).toEqual([]);
    ringer.update(facts('always', ['a']));
    expect(played).toEqual(['order']);
    await pass(10_000);
    expect(played).toEqual(['order', 'reminder']);
  });

  it('starts with what waited before anybody came', async () => {
    ringer.update(facts('always', ['a']));
    expect(played).toEqual(['reminder']);
    await pass(10_000);
    expect(played).toEqual(['reminder', 'reminder']);
  });

  it('falls silent when another tab speaks for the device', async () => {
    arrive('always', [], ['a']);
    ringer.update(facts('always', ['a'], false));
    await pass(60_000);
    expect(played).toEqual(['order']);
  });
});

describe('never', () => {
  it('is silent (P-51)', async () => {
    arrive(null, [], ['a']);
    await pass(60_000);
    expect([played, rang]).toEqual([[], []]);
  });

  it('silences what was repeating', async () => {
    arrive('always', [], ['a']);
    ringer.update(facts(null, ['a']));
    await pass(60_000);
    expect(played).toEqual(['order']);
  });
});

it('what was not heard is not told as heard', async () => {
  heard = false;
  arrive('once', [], ['a']);
  await pass(5_000);
  expect([played, rang]).toEqual([['order'], []]);
});

describe('the five signals (docs/screens.md)', () => {
  const heights = (alertSound: AlertSound): number[] => alertSounds[alertSound].map((note) => note.hz);

  it.each(['order', 'reminder', 'cancelled', 'message', 'closing'] as const)('%s is short enough', (alertSound) => {
    const last = Math.max(...alertSounds[alertSound].map((note) => note.fromMs + note.lengthMs));
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThanOrEqual(alertSoundMaxMs);
  });

  it('rise, fall and stand as they should', () => {
    const [low = 0, high = 0] = heights('order');
    const [from = 0, to = 0] = heights('cancelled');
    expect([heights('order').length, high > low, heights('cancelled').length, to < from]).toEqual([2, true, 2, true]);
    expect(heights('reminder')).toHaveLength(1);
    expect(heights('message')).toHaveLength(1);
    expect(new Set(heights('closing')).size).toBe(1);
    expect(heights('closing')).toHaveLength(3);
  });
});
