import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cart } from './cart.ts';
import {
  canFinish,
  cartTotals,
  itemsById,
  missingParts,
  newCart,
  pricedInputs,
  takesPayment,
  unitsIn,
  unitsOf,
  withItem,
  withLineReplaced,
  withLinesBack,
  withoutUnit,
  withQuantity,
} from './cart.ts';
import type { Catalog, Item } from './catalog.ts';
import { emptySelection } from './catalog.ts';
import { lineQuantityMax } from './limits.ts';
import { money } from './money.ts';
import type { ServiceType, Store } from './store.ts';
import { catalogTypeOf, serviceTypes, whens } from './store.ts';
import { instant } from './time.ts';

const store = (immediate: readonly ServiceType[] = serviceTypes): Pick<Store, 'id' | 'services' | 'status'> => ({
  id: 3,
  services: serviceTypes.map((type) => ({
    type,
    status: true,
    options: [
      { type: 'immediate', status: immediate.includes(type) },
      { type: 'scheduled', status: true },
    ],
  })),
  status: {
    open: true,
    immediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } },
    preorder: true,
    delay: 15,
    autoclose: null,
  },
});

const table: Cart['code'] = { id: 7, code: 'm7', description: 'Mesa 7', type: 'LOCAL', group: false };
const groupTable: Cart['code'] = { id: 8, code: 'm8', description: 'Mesa 8', type: 'LOCAL', group: true };
const roomService: Cart['code'] = { id: 9, code: 'h1', description: 'Habitación 1', type: 'DELIVERY', group: false };

const item = (id: number, asks = 0): Item => ({
  id,
  name: `Plato ${id}`,
  description: null,
  price: money(id * 100),
  image_sm: null,
  image_md: null,
  section_id: 1,
  groups: [
    {
      id,
      name: 'Salsa',
      constraints: { min: asks, max: 2 },
      additionals: [10, 20].map((n) => ({
        id: id * 100 + n,
        name: `Salsa ${n}`,
        price: money(n),
        max: 2,
        group_id: id,
      })),
    },
  ],
  catalogs: null,
  assembly_id: null,
});

const catalog: Catalog = { id: 1, sections: [{ id: 1, name: 'Platos' }], items: [item(1), item(2), item(3, 1)] };
const empty = newCart(store(), 'LOCAL', table);

describe('choosing a type', () => {
  it('starts without items, payments or address (K-01)', () => {
    expect(newCart(store(), 'TAKEAWAY', null)).toEqual({
      store_id: 3,
      type: 'TAKEAWAY',
      catalogType: 'ONLINE',
      code: null,
      when: { option: 'immediate' },
      payment: null,
      seller_id: null,
      description: '',
      phone: '',
      comments: '',
      lines: [],
    });
  });

  it.each([
    ['LOCAL', table, 'LOCAL'],
    ['LOCAL', roomService, 'DELIVERY'],
    ['LOCAL', null, 'ONLINE'],
    ['TAKEAWAY', table, 'ONLINE'],
    ['DELIVERY', null, 'ONLINE'],
  ] as const)('%s with %j takes from the catalog %s (K-02, C-47)', (type, code, expected) => {
    expect(newCart(store(), type, code).catalogType).toBe(expected);
    expect(catalogTypeOf(type, code)).toBe(expected);
  });

  it('keeps a code only for LOCAL (K-74)', () => {
    expect(newCart(store(), 'LOCAL', table).code).toBe(table);
    expect(newCart(store(), 'TAKEAWAY', table).code).toBeNull();
  });

  it.each(serviceTypes)('is immediate for %s only if the store offers it (K-03)', (type) => {
    expect(newCart(store([type]), type, null).when).toEqual({ option: 'immediate' });
    expect(newCart(store(serviceTypes.filter((t) => t !== type)), type, null).when).toBeNull();
  });

  it('knows two answers to when (K-05)', () => {
    expect(whens).toEqual(['immediate', 'scheduled']);
  });
});

describe('the lines', () => {
  it('joins the same choice, keeps different ones apart (K-06, K-07)', () => {
    const chosen = withItem(withItem(empty, item(1), 1, { 110: 1 }), item(1), 2, { 110: 1, 120: 0 });
    expect(chosen.lines).toHaveLength(1);
    expect(unitsIn(chosen)).toBe(3);
    const apart = withItem(withItem(chosen, item(1), 1, { 110: 1 }, 'Sin sal'), item(1));
    expect(apart.lines.map((l) => [l.quantity, l.comments])).toEqual([
      [3, null],
      [1, 'Sin sal'],
      [1, null],
    ]);
    expect(unitsOf(apart, 1)).toBe(5);
    expect(unitsOf(apart, 2)).toBe(0);
  });

  it('refuses an item while a group is not satisfied (C-42)', () => {
    const asking = item(3, 1);
    expect(withItem(empty, asking)).toBe(empty);
    expect(withItem(empty, asking, 1, { 310: 3 })).toBe(empty);
    expect(unitsIn(withItem(empty, asking, 1, { 310: 1 }))).toBe(1);
    const one = withItem(empty, asking, 1, { 310: 1 });
    expect(withLineReplaced(one, one.lines[0]?.key ?? '', asking, { quantity: 1, selection: {}, comments: null })).toBe(
      one,
    );
  });

  it('takes blanks for no comment', () => {
    expect(withItem(empty, item(1), 1, emptySelection, '  ').lines[0]?.comments).toBeNull();
  });

  it('subtracts from the last line of the item, never below 0 (C-12, C-24)', () => {
    let cart = withItem(withItem(empty, item(1), 1), item(1), 1, { 110: 1 });
    cart = withoutUnit(cart, 1);
    expect(cart.lines.map((l) => l.selection)).toEqual([{}]);
    cart = withoutUnit(withoutUnit(cart, 1), 1);
    expect(cart.lines).toEqual([]);
  });

  it('puts an edited line in its place, or into its equal', () => {
    const two = withItem(withItem(empty, item(1)), item(2));
    const [first, second] = two.lines;
    const edited = withLineReplaced(two, first?.key ?? '', item(1), {
      quantity: 4,
      selection: { 110: 1 },
      comments: 'Tibio',
    });
    expect(edited.lines[0]).toMatchObject({ item_id: 1, quantity: 4, selection: { 110: 1 }, comments: 'Tibio' });
    expect(edited.lines[1]).toBe(second);
    const joined = withLineReplaced(edited, edited.lines[0]?.key ?? '', item(2), {
      quantity: 2,
      selection: {},
      comments: null,
    });
    expect(joined.lines).toEqual([{ ...second, quantity: 3 }]);
  });

  it('comes back from an undone removal as it was, with what was added meanwhile (C-04)', () => {
    const before = withItem(withItem(withItem(empty, item(1), 3), item(2)), item(1), 1, { 110: 1 });
    const [, second] = before.lines;
    const without = withQuantity(before, second?.key ?? '', 0);
    expect(withLinesBack(without, before.lines.slice(1, 2), before.lines)).toEqual(before);
    const cleared = withItem({ ...before, lines: [] }, item(1), 2);
    const back = withLinesBack(withItem(cleared, item(2), 1, { 210: 1 }), before.lines, before.lines);
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
        let cart = empty;
        for (const { what, id, units, sauce } of taps) {
          if (what === 'add') cart = withItem(cart, item(id), units, { [id * 100 + 10]: sauce });
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
        const cart = withItem(empty, item(id), units);
        expect(withoutUnit(withItem(cart, item(id)), id)).toEqual(cart);
      }),
    );
  });
});

describe('prices', () => {
  const noon = { now: instant(Date.UTC(2025, 5, 18, 15)), zone: 'America/Argentina/Buenos_Aires' };

  it('come from the catalog of now, not from the cart (K-06, K-07)', () => {
    const cart = withItem(empty, item(2), 3, { 210: 1 });
    expect(cartTotals(cart, catalog, [], noon).total).toBe((200 + 10) * 3);
    const dearer: Catalog = { ...catalog, items: catalog.items.map((i) => ({ ...i, price: money(900) })) };
    expect(cartTotals(cart, dearer, [], noon).total).toBe((900 + 10) * 3);
  });

  it('leave out a line whose item is gone, and say so', () => {
    const cart = withItem(withItem(empty, item(1)), item(2));
    const less: Catalog = { ...catalog, items: [item(2)] };
    expect(pricedInputs(cart, less)).toMatchObject({ inputs: [{ item: { id: 2 } }], gone: [{ item_id: 1 }] });
    expect(itemsById(less)).toBe(itemsById(less));
  });

  it("judge the discounts by the day on the store's wall (M-07, N-08)", () => {
    const friday = {
      id: 1,
      name: 'Viernes',
      catalogs: ['LOCAL'],
      from: null,
      to: null,
      days: [5],
      target: null,
    } as const;
    const rule = { ...friday, type: 'PERCENTAGE', value: 50 } as const;
    const cart = withItem(empty, item(2));
    // Saturday 01:30 in UTC is Friday evening in Buenos Aires.
    const late = { ...noon, now: instant(Date.UTC(2025, 5, 21, 1, 30)) };
    expect(cartTotals(cart, catalog, [rule], late).total).toBe(100);
    expect(cartTotals(cart, catalog, [rule], { ...late, zone: 'UTC' }).total).toBe(200);
  });
});

describe('finishing', () => {
  const full = withItem(empty, item(1));

  it.each([
    ['all is there', full, []],
    ['no time', { ...full, when: null }, ['when']],
    ['no items', empty, ['items']],
    ['neither', { ...empty, when: null }, ['when', 'items']],
    ['a delivery without payment', { ...full, type: 'DELIVERY' }, ['payment']],
    ['a delivery with payment', { ...full, type: 'DELIVERY', payment: 'cash' }, []],
    ['a take-away without payment', { ...full, type: 'TAKEAWAY' }, []],
  ] as const)('%s (K-66)', (_, cart, missing) => {
    expect(missingParts(cart)).toEqual(missing);
    expect(canFinish(cart)).toBe(missing.length === 0);
  });

  it('takes no payment for a table with a group (Y-10)', () => {
    expect(takesPayment({ type: 'LOCAL', code: groupTable })).toBe(false);
    expect(takesPayment({ type: 'LOCAL', code: table })).toBe(true);
    expect(takesPayment({ type: 'LOCAL', code: null })).toBe(true);
    expect(takesPayment({ type: 'TAKEAWAY', code: groupTable })).toBe(true);
  });
});
