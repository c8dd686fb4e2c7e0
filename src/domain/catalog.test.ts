import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item, OptionGroup, Selection } from './catalog.ts';
import {
  emptySelection,
  firstUnmetGroup,
  groupHint,
  isGroupSatisfied,
  isInCatalog,
  needsChoice,
  searchIndex,
  searchItems,
  typedSearch,
  selectedInGroup,
  withAdditional,
} from './catalog.ts';
import { folded } from './search.ts';
import { money, zero } from './money.ts';

const group = (min: number, max: number, maxima: readonly number[] = [1, 1, 1, 1], id = 1): OptionGroup => ({
  id,
  name: `Grupo ${id}`,
  constraints: { min, max },
  additionals: maxima.map((each, index) => ({
    id: id * 100 + index,
    name: `Opción ${index}`,
    price: zero,
    max: each,
    group_id: id,
  })),
});

const item = (id: number, name: string, description: string | null = null, more: Partial<Item> = {}): Item => ({
  id,
  name,
  description,
  price: money(100_00),
  image_sm: null,
  image_md: null,
  section_id: 1,
  groups: [],
  catalogs: null,
  assembly_id: null,
  ...more,
});

const names = (items: readonly Item[]): string[] => items.map((i) => i.name);
const found = (items: readonly Item[], query: string): string[] => names(searchItems(searchIndex(items), query));

describe('searching', () => {
  const menu = [
    item(1, 'Pizza napolitana', 'Tomate en rodajas, ajo y perejil.'),
    item(2, 'Grande de muzza', null),
    item(3, 'Grande', null),
    item(4, 'Ñoquis', 'Los del 29'),
    item(5, 'Café con leche', null),
  ];

  it('does not mind upper and lower case (C-16)', () => {
    expect(found(menu, 'PIZZA')).toEqual(['Pizza napolitana']);
    expect(found(menu, 'pizza')).toEqual(['Pizza napolitana']);
  });

  it('ignores accents on both sides (D-37)', () => {
    expect(found(menu, 'cafe')).toEqual(['Café con leche']);
    expect(found(menu, 'CAFÉ')).toEqual(['Café con leche']);
    expect(found(menu, 'noquis')).toEqual(['Ñoquis']);
    expect(folded('Añejó')).toBe('anejo');
  });

  it('needs every word, in name or description, in any order (C-17)', () => {
    expect(found(menu, 'muzza grande')).toEqual(['Grande de muzza']);
    expect(found(menu, 'perejil pizza')).toEqual(['Pizza napolitana']);
    expect(found(menu, 'pizza muzza')).toEqual([]);
  });

  it('sorts by name and shows an id once (C-18)', () => {
    const twice = [...menu, item(1, 'Pizza napolitana'), item(9, 'álamo'), item(8, 'Zapallo')];
    const result = found(twice, '');
    expect(result).toEqual([
      'álamo',
      'Café con leche',
      'Grande',
      'Grande de muzza',
      'Ñoquis',
      'Pizza napolitana',
      'Zapallo',
    ]);
  });

  it('finds an item by any words of it, however they are ordered or written (C-16, C-17)', () => {
    const word = fc.stringMatching(/^[a-zñáé]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 6 }), fc.array(word, { maxLength: 20 }), (own, others) => {
        const mine = item(1, own.slice(0, 2).join(' '), own.slice(2).join(' '));
        const index = searchIndex([mine, ...others.map((text, i) => item(i + 2, text))]);
        const query = own.toReversed().join('  ').toUpperCase();
        expect(searchItems(index, query)).toContain(mine);
      }),
    );
  });

  it('answers only what holds every word, each id once and in the index order (C-17, C-18)', () => {
    const text = fc.stringMatching(/^[ab ]{0,6}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), text), { maxLength: 20 }), text, (rows, query) => {
        const index = searchIndex(rows.map(([id, name]) => item(id, name)));
        const result = searchItems(index, query);
        const all = index.map((e) => e.item);
        expect(result).toEqual(all.filter((i) => query.split(' ').every((w) => i.name.toLowerCase().includes(w))));
        expect(new Set(result.map((i) => i.id)).size).toBe(result.length);
      }),
    );
  });

  it('finds the same while somebody types, deletes and pastes as from the start (C-16 to C-18)', () => {
    const text = fc.stringMatching(/^[abÁ ]{0,5}$/);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 12 }), (rows, queries) => {
        const index = searchIndex(rows.map((name, i) => item(i + 1, name)));
        const search = typedSearch(index);
        for (const query of queries.flatMap((q) => Array.from(q, (_, n) => q.slice(0, n + 1)).concat(q, '')))
          expect(search(query)).toEqual(searchItems(index, query));
      }),
    );
  });
});

describe('catalogs', () => {
  it('holds an item without catalogs everywhere, the others where they say (C-47)', () => {
    const local = item(1, 'Fernet', null, { catalogs: ['LOCAL'] });
    expect(isInCatalog(local, 'LOCAL')).toBe(true);
    expect(isInCatalog(local, 'ONLINE')).toBe(false);
    expect(isInCatalog(item(2, 'Agua'), 'ONLINE')).toBe(true);
  });
});

describe('option groups', () => {
  it('wants a selection in every group that asks for one (C-32)', () => {
    const asking = group(1, 1);
    const free = group(0, 2, [1, 1], 2);
    expect(isGroupSatisfied(asking, emptySelection)).toBe(false);
    expect(isGroupSatisfied(free, emptySelection)).toBe(true);
    expect(firstUnmetGroup([free, asking], emptySelection)).toBe(asking);
    expect(firstUnmetGroup([free, asking], { 100: 1 })).toBeNull();
    expect(needsChoice(item(1, 'Café', null, { groups: [free] }))).toBe(false);
    expect(needsChoice(item(1, 'Café', null, { groups: [free, asking] }))).toBe(true);
  });

  it('what was chosen belongs to its group by group_id, and satisfies it or not (C-46)', () => {
    const one = group(1, 1);
    const [choice] = one.additionals;
    if (!choice) throw new Error('no additional');
    expect(choice.group_id).toBe(one.id);
    const chosen = withAdditional(one, emptySelection, choice.id, 1);
    expect(selectedInGroup(one, chosen)).toBe(1);
    expect(isGroupSatisfied(one, chosen)).toBe(true);
    expect(isGroupSatisfied(one, withAdditional(one, chosen, choice.id, -1))).toBe(false);
  });

  it.each([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ])('with %i selected of 2 to 3: %s (C-33)', (count, fine) => {
    expect(isGroupSatisfied(group(2, 3, [9]), { 100: count })).toBe(fine);
  });

  it.each([
    [group(1, 3), {}, { kind: 'between', min: 1, max: 3 }],
    [group(1, 3), { 100: 1, 101: 1 }, { kind: 'between', min: 1, max: 3 }],
    [group(1, 1), {}, { kind: 'exactly', count: 1 }],
    [group(2, 2), { 100: 1 }, { kind: 'exactly', count: 2 }],
    [group(0, 1), {}, { kind: 'up-to', max: 1 }],
    [group(0, 2), { 100: 1 }, { kind: 'up-to', max: 2 }],
    [group(0, 2), { 100: 1, 101: 1 }, { kind: 'complete' }],
    [group(1, 1), { 103: 1 }, { kind: 'complete' }],
  ] as const)('hints %# (C-35, C-36, C-37, C-38)', (asked, selection: Selection, hint) => {
    expect(groupHint(asked, selection)).toEqual(hint);
  });

  it.each([
    ['up from nothing', {}, 1, { 100: 1 }],
    ['up while there is room', { 100: 1 }, 1, { 100: 2 }],
    ['not over its own maximum', { 100: 2 }, 1, { 100: 2 }],
    ['not over the group maximum', { 100: 1, 101: 2 }, 1, { 100: 1, 101: 2 }],
    ['down to nothing', { 100: 1 }, -1, { 100: 0 }],
    ['not below nothing', {}, -1, {}],
  ] as const)('steps %s (C-39, C-41)', (_, selection, step, expected) => {
    expect(withAdditional(group(0, 3, [2, 2]), selection, 100, step)).toEqual(expected);
  });

  it('keeps the selection when the additional is of another group', () => {
    expect(withAdditional(group(0, 3), { 100: 1 }, 999, 1)).toEqual({ 100: 1 });
  });

  it('never breaks a maximum nor goes below zero, whatever is tapped (C-39, C-41)', () => {
    const taps = fc.array(fc.tuple(fc.nat(3), fc.constantFrom<1 | -1>(1, -1)), { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
        taps,
        (max, maxima, all) => {
          const asked = group(0, max, maxima);
          let selection = emptySelection;
          for (const [index, step] of all) selection = withAdditional(asked, selection, 100 + index, step);
          expect(selectedInGroup(asked, selection)).toBeLessThanOrEqual(max);
          for (const a of asked.additionals) {
            expect(selection[a.id] ?? 0).toBeGreaterThanOrEqual(0);
            expect(selection[a.id] ?? 0).toBeLessThanOrEqual(a.max);
          }
        },
      ),
    );
  });
});
