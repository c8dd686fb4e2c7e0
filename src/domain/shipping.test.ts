import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pesos } from '#testing/builders.ts';
import { type DeliveryZone, type Geolocation, isInside, missedMinimum, zoneAt } from './shipping.ts';

const square = (half: number, lat = -34, lng = -58): Geolocation[] => [
  { lat: lat - half, lng: lng - half },
  { lat: lat - half, lng: lng + half },
  { lat: lat + half, lng: lng + half },
  { lat: lat + half, lng: lng - half },
];

const zone = (id: number, fee: number, area: readonly Geolocation[]): DeliveryZone => ({
  id,
  area,
  fee_base: pesos(fee),
  fee_free: null,
  order_minimum: null,
  raining: false,
  high_wait: false,
});

describe('the zone of an address (K-52)', () => {
  const letterL = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 2 },
    { lat: 1, lng: 2 },
    { lat: 1, lng: 1 },
    { lat: 2, lng: 1 },
    { lat: 2, lng: 0 },
  ];

  it.each([
    ['in the long arm', { lat: 0.5, lng: 1.5 }, true],
    ['in the corner', { lat: 0.5, lng: 0.5 }, true],
    ['in the short arm', { lat: 1.5, lng: 0.5 }, true],
    ['in the notch', { lat: 1.5, lng: 1.5 }, false],
    ['to the east', { lat: 0.5, lng: 2.5 }, false],
    ['to the west', { lat: 0.5, lng: -0.5 }, false],
    ['north of it', { lat: 2.5, lng: 0.5 }, false],
  ])('a point %s of an L', (_, at, inside) => {
    expect(isInside(at, letterL)).toBe(inside);
  });

  it('holds the points of a square and no others, wherever its corners begin and however they turn', () => {
    const near = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(near, near, fc.nat(3), fc.boolean(), (north, east, turn, back) => {
        fc.pre(Math.abs(Math.abs(north) - 1) > 1e-9 && Math.abs(Math.abs(east) - 1) > 1e-9);
        const corners = square(1);
        const turned = [...corners.slice(turn), ...corners.slice(0, turn)];
        const area = back ? turned.toReversed() : turned;
        expect(isInside({ lat: -34 + north, lng: -58 + east }, area)).toBe(Math.abs(north) < 1 && Math.abs(east) < 1);
      }),
    );
  });

  it('is the cheapest that holds it, on a tie the first; none is out of the zone (N-39)', () => {
    const zones = [zone(3, 900, square(1)), zone(1, 1_800, square(2)), zone(2, 900, square(1))];
    expect(zoneAt(zones, { lat: -34, lng: -58 })?.id).toBe(2);
    expect(zoneAt(zones, { lat: -35.5, lng: -58 })?.id).toBe(1);
    expect(zoneAt(zones, { lat: -37, lng: -58 })).toBeNull();
    expect(zoneAt([], { lat: -34, lng: -58 })).toBeNull();
    expect(zoneAt([zone(1, 1, [])], { lat: -34, lng: -58 })).toBeNull();
  });
});

describe('the minimum of a delivery', () => {
  it.each([
    ['below', 4_999.99, 5_000],
    ['equal', 5_000, null],
    ['above', 5_000.01, null],
  ])('a subtotal %s it (K-54, N-40)', (_, subtotal, missed) => {
    const expected = missed === null ? null : pesos(missed);
    expect(missedMinimum({ order_minimum: pesos(5_000) }, pesos(subtotal))).toBe(expected);
  });

  it('none misses nothing (N-40)', () => {
    expect(missedMinimum({ order_minimum: null }, pesos(0))).toBeNull();
  });
});
