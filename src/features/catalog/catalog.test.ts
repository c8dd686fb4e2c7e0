import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildItem } from '#testing/builders.ts';
import type { Catalog, Item } from '#domain/catalog.ts';
import { groupHint } from '#domain/catalog.ts';
import { filledSections } from '#domain/catalog-sections.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import { money } from '#domain/money.ts';
import { productCount } from '#texts/order-taking.ts';
import { resultRows, sectionAt, sectionRows } from './catalog-rows.ts';
import { burstWithKey, noBurst } from './scanner.ts';
import { discountLines } from './discount-texts.ts';
import { discountBadge, groupHintText } from './texts.ts';

const item = (id: number, section_id: number, catalogs: Item['catalogs'] = null): Item =>
  buildItem({ id, name: `Plato ${id}`, section_id, catalogs });

const catalog: Catalog = {
  id: 1,
  sections: [
    { id: 2, name: 'Entradas' },
    { id: 1, name: 'Platos' },
    { id: 3, name: 'Barra' },
  ],
  items: [item(1, 1), item(2, 2), item(3, 2), item(4, 2), item(5, 3, ['LOCAL']), item(6, 9)],
};

describe('the rows of the catalog', () => {
  it("follow the store's sections and leave out what this order cannot have (C-47)", () => {
    const shown = (type: 'LOCAL' | 'ONLINE'): [string, number[]][] =>
      filledSections(catalog, type).map(({ section, items }) => [section.name, items.map((i) => i.id)]);
    expect(shown('LOCAL')).toEqual([
      ['Entradas', [2, 3, 4]],
      ['Platos', [1]],
      ['Barra', [5]],
    ]);
    expect(shown('ONLINE')).toEqual([
      ['Entradas', [2, 3, 4]],
      ['Platos', [1]],
    ]);
    expect(filledSections({ ...catalog, items: [] }, 'LOCAL')).toEqual([]);
  });

  it('stand as many side by side as there are columns, each section on rows of its own', () => {
    const rows = sectionRows(filledSections(catalog, 'ONLINE'), 2);
    expect(rows.map((r) => (r.kind === 'heading' ? r.section.name : r.items.map((i) => i.id)))).toEqual([
      'Entradas',
      [2, 3],
      [4],
      'Platos',
      [1],
    ]);
  });

  it('hold every item once and in order, whatever the columns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(40), (columns, count) => {
        const items = Array.from({ length: count }, (_, i) => item(i, 1));
        const rows = resultRows(items, columns);
        expect(rows.flatMap((r) => (r.kind === 'items' ? r.items : []))).toEqual(items);
        expect(new Set(rows.map((r) => r.key)).size).toBe(rows.length);
      }),
    );
  });

  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [5_000, 3],
    [-20, 1],
  ])('at %i px show section %i (C-13)', (line, id) => {
    const starts = [
      { id: 1, top: 20 },
      { id: 2, top: 100 },
      { id: 3, top: 400 },
    ];
    expect(sectionAt(starts, line)).toBe(id);
    expect(sectionAt([], line)).toBeNull();
  });
});

/** Types the keys `gap` milliseconds apart and returns the scanned text. */
function typed(keys: readonly string[], gap: number): string | null {
  let burst = noBurst;
  let scanned: string | null = null;
  keys.forEach((key, index) => {
    ({ burst, scanned } = burstWithKey(burst, key, 1_000 + index * gap));
  });
  return scanned;
}

describe('a scanner', () => {
  it.each([
    ['a burst ended by Enter', [...'77912345'.split(''), 'Enter'], 12, '77912345'],
    ['a burst ended by Tab', [...'mate'.split(''), 'Tab'], 34, 'mate'],
    ['capitals with Shift between', ['Shift', 'M', 'Shift', 'A', 't', 'e', 'Enter'], 10, 'MAte'],
    ['three letters', ['a', 'b', 'c', 'Enter'], 10, null],
    ['a quick typist', [...'mate'.split(''), 'Enter'], 35, null],
    ['an arrow in between', ['m', 'a', 'ArrowLeft', 't', 'e', 'Enter'], 10, null],
  ] as const)('is told from a person: %s', (_, keys, gap, expected) => {
    expect(typed(keys, gap)).toBe(expected);
  });

  it('is heard although somebody typed slowly before', () => {
    let { burst } = burstWithKey(noBurst, 'x', 0);
    for (const [index, key] of ['1', '2', '3', '4'].entries()) ({ burst } = burstWithKey(burst, key, 500 + index * 10));
    expect(burstWithKey(burst, 'Enter', 545).scanned).toBe('1234');
  });
});

describe('words', () => {
  it('count products: Producto for 1, else Productos (C-03)', () => {
    expect([0, 1, 2].map(productCount)).toEqual(['0 Productos', '1 Producto', '2 Productos']);
  });

  const scope = { id: 1, name: '', catalogs: [], from: null, to: null, days: null, target: null };
  const percentage: DiscountRule = { ...scope, type: 'PERCENTAGE', value: 20 };
  const threeForTwo: DiscountRule = {
    ...scope,
    type: 'PRODUCTS',
    products_from: 3,
    products_to: 2,
    products_combination: 'SAME',
  };

  it('of the badge (C-22)', () => {
    expect(discountBadge(percentage)).toBe('20% OFF');
    expect(discountBadge(threeForTwo)).toBe('Lleva 3 paga 2');
  });

  it.each([
    ['SAME', 'productos iguales'],
    ['VALUE', 'productos del mismo valor'],
    ['ANY', 'otros productos'],
  ] as const)('of what may be combined: %s (M-09, M-10, M-11)', (products_combination, words) => {
    expect(discountLines({ ...threeForTwo, products_combination })[0]).toBe(`Llevando 3 pagás 2, combinando ${words}`);
  });

  it('of days and dates of a discount (M-12, M-13)', () => {
    expect(discountLines(percentage)).toEqual([
      '20% de descuento en cada unidad',
      'De Lunes a Domingo',
      'Sin fecha de caducidad',
    ]);
    const weekend = discountLines({ ...percentage, days: [7, 5, 6], from: '2025-11-01', to: '2025-11-30' });
    expect(weekend.slice(1)).toEqual([
      'Viernes, Sábado, Domingo',
      'Del sábado 1 de noviembre al domingo 30 de noviembre',
    ]);
    expect(discountLines({ ...percentage, to: '2025-11-30' })[2]).toBe('Hasta el domingo 30 de noviembre');
  });

  it.each([
    [1, 3, 0, 'Debes escoger entre 1 y 3 opciones'],
    [1, 1, 0, 'Debes escoger 1 opción'],
    [2, 2, 0, 'Debes escoger 2 opciones'],
    [0, 1, 0, 'Puedes seleccionar hasta 1 opción'],
    [0, 2, 0, 'Puedes seleccionar hasta 2 opciones'],
    [0, 2, 2, 'Completaste la selección'],
  ])('of a group of %i to %i with %i selected (C-35, C-36, C-37, C-38)', (min, max, count, words) => {
    const additionals = [{ id: 1, name: 'A', price: money(0), max: 9, group_id: 1 }];
    expect(groupHintText(groupHint({ id: 1, name: 'G', constraints: { min, max }, additionals }, { 1: count }))).toBe(
      words,
    );
  });
});
