import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCart, plainItem } from '#testing/builders-cart.ts';
import { unitsIn, unitsOf } from './cart.ts';
import { withItem, withLineReplaced, withLinesBack, withoutUnit, withQuantity } from './cart-lines.ts';
import { emptySelection } from './catalog.ts';
import { lineQuantityMax } from './limits.ts';

describe('the lines', () => {
  it('joins the same choice, keeps different ones apart (K-06, K-07)', () => {
    const chosen = withItem(withItem(emptyCart, plainItem(1), 1, { 110: 1 }), plainItem(1), 2, { 110: 1, 120: 0 });
    expect(chosen.lines).toHaveLength(1);
    expect(unitsIn(chosen)).toBe(3);
    const apart = withItem(withItem(chosen, plainItem(1), 1, { 110: 1 }, 'Sin sal'), plainItem(1));
    expect(apart.lines.map((l) => [l.quantity, l.comments])).toEqual([
      [3, null],
      [1, 'Sin sal'],
      [1, null],
    ]);
    expect(unitsOf(apart, 1)).toBe(5);
    expect(unitsOf(apart, 2)).toBe(0);
  });

  it('refuses an item while a group is not satisfied (C-42)', () => {
    const asking = plainItem(3, 1);
    expect(withItem(emptyCart, asking)).toBe(emptyCart);
    expect(withItem(emptyCart, asking, 1, { 310: 3 })).toBe(emptyCart);
    expect(unitsIn(withItem(emptyCart, asking, 1, { 310: 1 }))).toBe(1);
    const one = withItem(emptyCart, asking, 1, { 310: 1 });
    expect(withLineReplaced(one, one.lines[0]?.key ?? '', asking, { quantity: 1, selection: {}, comments: null })).toBe(
      one,
    );
  });

  it('a product is for the person whose turn it is; for another person it is another line', () => {
    const first = withItem({ ...emptyCart, seat: 1 }, plainItem(1));
    const both = withItem({ ...withItem(first, plainItem(1)), seat: 2 }, plainItem(1));
    const all = withItem({ ...both, seat: undefined }, plainItem(1));
    expect(all.lines.map((l) => [l.quantity, l.seat])).toEqual([
      [2, 1],
      [1, 2],
      [1, undefined],
    ]);
    const key = all.lines[0]?.key ?? '';
    const moved = withLineReplaced(all, key, plainItem(1), { quantity: 2, selection: {}, comments: null, seat: 2 });
    expect([moved.lines.map((l) => [l.quantity, l.seat]), moved.seat]).toEqual([
      [
        [3, 2],
        [1, undefined],
      ],
      undefined,
    ]);
  });

  it('takes blanks for no comment', () => {
    expect(withItem(emptyCart, plainItem(1), 1, emptySelection, '  ').lines[0]?.comments).toBeNull();
  });

  it('keeps 100 characters of a comment, however it got there (K-68)', () => {
    const kept = withItem(emptyCart, plainItem(1), 1, emptySelection, 'x'.repeat(1_000_000)).lines[0]?.comments;
    expect(kept).toBe('x'.repeat(100));
  });

  it('subtracts from the last line of the item, never below 0 (C-12, C-24)', () => {
    let cart = withItem(withItem(emptyCart, plainItem(1), 1), plainItem(1), 1, { 110: 1 });
    cart = withoutUnit(cart, 1);
    expect(cart.lines.map((l) => l.selection)).toEqual([{}]);
    cart = withoutUnit(withoutUnit(cart, 1), 1);
    expect(cart.lines).toEqual([]);
  });

  it('puts an edited line in its place, or into its equal', () => {
    const two = withItem(withItem(emptyCart, plainItem(1)), plainItem(2));
    const [first, second] = two.lines;
    const edited = withLineReplaced(two, first?.key ?? '', plainItem(1), {
      quantity: 4,
      selection: { 110: 1 },
      comments: 'Tibio',
    });
    expect(edited.lines[0]).toMatchObject({ item_id: 1, quantity: 4, selection: { 110: 1 }, comments: 'Tibio' });
    expect(edited.lines[1]).toBe(second);
    const joined = withLineReplaced(edited, edited.lines[0]?.key ?? '', plainItem(2), {
      quantity: 2,
      selection: {},
      comments: null,
    });
    expect(joined.lines).toEqual([{ ...second, quantity: 3 }]);
  });

  it('comes back from an undone removal as it was, with what was added meanwhile (C-04)', () => {
    const before = withItem(withItem(withItem(emptyCart, plainItem(1), 3), plainItem(2)), plainItem(1), 1, { 110: 1 });
    const [, second] = before.lines;
    const without = withQuantity(before, second?.key ?? '', 0);
    expect(withLinesBack(without, before.lines.slice(1, 2), before.lines)).toEqual(before);
    const cleared = withItem({ ...before, lines: [] }, plainItem(1), 2);
    const back = withLinesBack(withItem(cleared, plainItem(2), 1, { 210: 1 }), before.lines, before.lines);
    expect(back.lines.map((l) => [l.item_id, l.quantity])).toEqual([
      [1, 5],
      [2, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  it('never holds a line of 0, above the limit or twice, whatever is tapped (C-12, C-40)', () => {
    const tap = fc.record({
      what: fc.constantFrom('add', 'take', 'set'),
      id: fc.integer({ min: 1, max: 3 }),
      units: fc.integer({ min: -3, max: 1_200 }),
      sauce: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(tap, { maxLength: 40 }), (taps) => {
        let cart = emptyCart;
        for (const { what, id, units, sauce } of taps) {
          if (what === 'add') cart = withItem(cart, plainItem(id), units, { [id * 100 + 10]: sauce });
          if (what === 'take') cart = withoutUnit(cart, id);
          if (what === 'set') cart = withQuantity(cart, cart.lines[0]?.key ?? '', units);
          expect(new Set(cart.lines.map((l) => l.key)).size).toBe(cart.lines.length);
          for (const l of cart.lines) {
            expect(l.quantity).toBeGreaterThan(0);
            expect(l.quantity).toBeLessThanOrEqual(lineQuantityMax);
          }
          expect(unitsIn(cart)).toBe(unitsOf(cart, 1) + unitsOf(cart, 2) + unitsOf(cart, 3));
        }
      }),
    );
  });

  it('stays the same for one unit more and one less (C-11, C-12)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 900 }), (id, units) => {
        const cart = withItem(emptyCart, plainItem(id), units);
        expect(withoutUnit(withItem(cart, plainItem(id)), id)).toEqual(cart);
      }),
    );
  });
});
