import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildStore } from '#testing/builders.ts';
import {
  askRefusal,
  guestRequestKinds,
  guestRequestStanding,
  guestsCanOrder,
  isListedRequest,
  letsGuestsIn,
} from './guest.ts';
import { guestRequestMs, guestRequestsMax } from './limits.ts';
import { plans } from './store.ts';
import { after, instant, minutes } from './time.ts';

const now = instant(Date.UTC(2026, 10, 20, 23));
const settings = { guests: true, guest_orders: true, guest_units_max: 20 };
const open = buildStore({ guests: settings, allowImmediateRequests: true });
const beer = (quantity: number) => [{ quantity }];

describe('who lets guests in, and who lets them order', () => {
  it.each([
    ['everything on', {}, true, true],
    ['no switch at all, as before there were guests', { guests: undefined }, false, false],
    ['guests off', { guests: { ...settings, guests: false } }, false, false],
    ['orders off', { guests: { ...settings, guest_orders: false } }, true, false],
    ['closed', { allowImmediateRequests: false }, true, false],
    ['the venue switched off', { services: [] }, true, false],
  ])('%s', (_, more, lets, order) => {
    const store = { ...open, ...more };
    expect([letsGuestsIn(store), guestsCanOrder(store)]).toEqual([lets, order]);
  });

  it('on the plans that have tables', () => {
    expect(plans.filter((plan) => letsGuestsIn({ ...open, plan }))).toEqual(['standard', 'premium']);
  });
});

describe('what a table may ask', () => {
  it.each([
    ['an order within the limit', open, { kind: 'order', lines: beer(20) }, [], null],
    ['500 beers', open, { kind: 'order', lines: beer(500) }, [], 'units'],
    ['many lines that add up to more', open, { kind: 'order', lines: [...beer(20), ...beer(1)] }, [], 'units'],
    ['nothing', open, { kind: 'order', lines: [] }, [], 'empty'],
    [
      'an order while closed',
      { ...open, allowImmediateRequests: false },
      { kind: 'order', lines: beer(1) },
      [],
      'no-orders',
    ],
    ['the waiter while closed', { ...open, allowImmediateRequests: false }, { kind: 'waiter', lines: [] }, [], null],
    ['the waiter twice', open, { kind: 'waiter', lines: [] }, ['waiter'], 'already-called'],
    ['the bill while the waiter is called', open, { kind: 'bill', lines: [] }, ['waiter'], null],
    ['a fourth request', open, { kind: 'order', lines: beer(1) }, ['order', 'order', 'waiter'], 'too-many'],
    ['a third order', open, { kind: 'order', lines: beer(1) }, ['order', 'order'], null],
  ] as const)('%s', (_, store, wish, waiting, refusal) => {
    expect(askRefusal(store, wish, waiting)).toBe(refusal);
  });

  it('whatever is asked in whatever order, no more than three wait, one call of each kind, and no order passes the limit', () => {
    const wishes = fc.array(
      fc.record({
        kind: fc.constantFrom(...guestRequestKinds),
        lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 999 }) }), { maxLength: 5 }),
      }),
    );
    fc.assert(
      fc.property(wishes, fc.integer({ min: 1, max: 200 }), (all, most) => {
        const store = { ...open, guests: { ...settings, guest_units_max: most } };
        const waiting: (typeof all)[number][] = [];
        for (const wish of all)
          if (
            askRefusal(
              store,
              wish,
              waiting.map((w) => w.kind),
            ) === null
          )
            waiting.push(wish);
        expect(waiting.length).toBeLessThanOrEqual(guestRequestsMax);
        for (const kind of ['waiter', 'bill'])
          expect(waiting.filter((w) => w.kind === kind).length).toBeLessThanOrEqual(1);
        for (const { kind, lines } of waiting) {
          const units = lines.reduce((sum, l) => sum + l.quantity, 0);
          if (kind === 'order') expect([units > 0, units <= most]).toEqual([true, true]);
        }
      }),
    );
  });
});

describe('how a request stands', () => {
  const waiting = { state: 'waiting', created_at: now, ended_at: null } as const;
  const due = after(now, guestRequestMs);

  it('waits half an hour, then it has expired', () => {
    expect(guestRequestStanding(waiting, null, after(due, -1))).toEqual({ state: 'waiting', ended_at: null });
    expect(guestRequestStanding(waiting, null, due)).toEqual({ state: 'expired', ended_at: due });
  });

  it('expires with the table that it was asked at', () => {
    const left = after(now, minutes(5));
    expect(guestRequestStanding(waiting, left, after(now, minutes(6)))).toEqual({ state: 'expired', ended_at: left });
    // A table that ended later changes nothing of one that had expired.
    expect(guestRequestStanding(waiting, after(due, 1), after(due, 2))).toEqual({ state: 'expired', ended_at: due });
  });

  it('an answer is the last word', () => {
    const ended = { state: 'accepted', created_at: now, ended_at: now } as const;
    expect(guestRequestStanding(ended, now, after(due, 1))).toEqual({ state: 'accepted', ended_at: now });
  });

  it('is listed while it waits, and for an hour after its end', () => {
    expect(isListedRequest(null, now)).toBe(true);
    expect(isListedRequest(after(now, -minutes(60) + 1), now)).toBe(true);
    expect(isListedRequest(after(now, -minutes(60)), now)).toBe(false);
  });
});
