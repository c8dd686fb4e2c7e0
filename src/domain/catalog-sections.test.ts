import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildItem } from '#testing/builders.ts';
import type { Catalog, Item } from './catalog.ts';
import { filledSections, firstPart } from './catalog-sections.ts';
import { catalogTypes } from './store.ts';

const item = (id: number, section_id: number, catalogs: Item['catalogs'] = null): Item =>
  buildItem({ id, name: `Plato ${id}`, section_id, catalogs });

/**
 * Sections in any order with mixed items. Some items are only in some catalogs, some in a section that does not exist.
 */
const anyCatalog = fc
  .record({
    sections: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 }),
    items: fc.array(
      fc.record({
        section: fc.integer({ min: 1, max: 30 }),
        catalogs: fc.option(fc.subarray([...catalogTypes]), { freq: 3 }),
      }),
      { maxLength: 900 },
    ),
  })
  .map(({ sections, items }): Catalog => ({
    id: 1,
    sections: sections.map((id) => ({ id, name: `Sección ${id}` })),
    items: items.map(({ section, catalogs }, n) => item(n + 1, section, catalogs)),
  }));

describe('the first part of a catalog', () => {
  it('shows the same tags and the same first 60 cards as the whole, for every kind of order (C-13, C-47, F-07)', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        const first = firstPart(catalog);
        if (first === null) return;
        expect(first.isFirstPart).toBe(true);
        expect(first.items.length).toBeLessThan(catalog.items.length / 2);
        for (const type of catalogTypes) {
          const [some, all] = [filledSections(first, type), filledSections(catalog, type)];
          expect(some.map((s) => s.section)).toEqual(all.map((s) => s.section));
          const cards = (of: typeof all): Item[] => of.flatMap((s) => s.items).slice(0, 60);
          // The cards are the same objects as in the whole catalog, so that they do not repaint when the rest arrives.
          expect(cards(some).every((card, n) => card === cards(all)[n])).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is not made of a catalog of which it would be the most', () => {
    const of = (count: number): Catalog => ({
      id: 1,
      sections: [{ id: 1, name: 'Platos' }],
      items: Array.from({ length: count }, (_, n) => item(n + 1, 1)),
    });
    expect(firstPart(of(0))).toBeNull();
    expect(firstPart(of(120))).toBeNull();
    expect(firstPart(of(121))?.items).toHaveLength(60);
    expect(firstPart(of(20_000))?.items).toHaveLength(60);
  });
});
