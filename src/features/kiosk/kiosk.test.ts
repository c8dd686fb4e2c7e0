import { describe, expect, it } from 'vitest';
import { instantFromIso } from '#domain/time.ts';
import { instant } from '#domain/time.ts';
import { calmSteps, driftAt } from './drift.ts';
import type { Moment } from './self-care.ts';
import { mayStartAfresh, mayUpdate } from './self-care.ts';

const zone = 'America/Argentina/Buenos_Aires';

describe('drift against burn-in', () => {
  const walk = Array.from({ length: 33 }, (_, step) => driftAt(step));

  it('stays within 4 px and comes back to where it began', () => {
    for (const { x, y } of walk) expect(Math.abs(x) + Math.abs(y)).toBe(4);
    expect([driftAt(16), driftAt(32), driftAt(-16)]).toEqual([driftAt(0), driftAt(0), driftAt(0)]);
  });

  it('moves by one pixel a step, in every direction in turn', () => {
    for (const [step, { x, y }] of walk.entries()) {
      const next = driftAt(step + 1);
      expect([Math.abs(next.x - x), Math.abs(next.y - y)]).toEqual([1, 1]);
    }
    expect(new Set(walk.map(({ x, y }) => `${x},${y}`)).size).toBe(16);
  });

  it('jumps to another corner when less motion is wanted', () => {
    expect(driftAt(0)).not.toEqual(driftAt(calmSteps));
  });
});

describe('what a screen does by itself', () => {
  const at = (iso: string): Moment['now'] => instantFromIso(iso) ?? instant(0);
  const noon = at('2026-11-20T15:00:00.000Z');
  const night = at('2026-11-21T07:30:00.000Z');
  const still: Moment = { idleMs: 60_000, openMs: 24 * 3_600_000, sending: false, overlay: false, now: noon, zone };

  it.each<[string, Partial<Moment>, boolean]>([
    ['ten seconds after the last touch', { idleMs: 10_000 }, true],
    ['not while somebody taps', { idleMs: 9_999 }, false],
    ['not while a change is on its way', { sending: true }, false],
    ['not while an order is being looked at', { overlay: true, idleMs: 59_999 }, false],
    ['but an order left open stops nothing', { overlay: true, idleMs: 60_000 }, true],
  ])('takes a new version %s (F-11)', (_case, change, may) => {
    expect(mayUpdate({ ...still, ...change })).toBe(may);
  });

  it.each<[string, Partial<Moment>, boolean]>([
    ['at half past four of the store', { now: night }, true],
    ['not by day', {}, false],
    ['not before four', { now: at('2026-11-21T06:59:00.000Z') }, false],
    ['not from six on', { now: at('2026-11-21T09:00:00.000Z') }, false],
    ['not twice in a night', { now: night, openMs: 2 * 3_600_000 }, false],
    ['not while somebody works', { now: night, idleMs: 30_000 }, false],
    ['not with a change on its way', { now: night, sending: true }, false],
  ])('starts afresh %s', (_case, change, may) => {
    expect(mayStartAfresh({ ...still, ...change })).toBe(may);
  });
});
