import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DueSlip, dueSlips, grantsOf, type LedgerLine, type PrintedLine } from './comanda-ledger.ts';
import { sharesByPrinter } from './paper/split.ts';

interface Line extends LedgerLine {
  readonly id: number;
}

const line = (row: number, quantity = 1, id = row): Line => ({ row, id, quantity });
const kitchen = (...lines: Line[]) => [{ printer: 'Cocina', lines }];
const paper = (l: Line, printer = 'Cocina', place: string | null = 'Mesa 4'): PrintedLine<Line> => ({
  printer,
  units: l.quantity,
  place,
  line: l,
});
const said = (slips: readonly DueSlip<Line>[]) =>
  slips.map(({ printer, change, lines }) => [printer, change, lines.map((l) => [l.row, l.quantity])]);

/** What the ledger holds after these slips were granted. */
function afterSlips(
  printed: readonly PrintedLine<Line>[],
  slips: readonly DueSlip<Line>[],
  place: string | null,
): PrintedLine<Line>[] {
  const next = new Map(printed.map((p) => [`${p.printer} ${p.line.row}`, p]));
  for (const slip of slips) {
    if (slip.change === 'table')
      for (const [key, p] of next) if (p.printer === slip.printer) next.set(key, { ...p, place });
    for (const { line: l, delta } of grantsOf(slip)) {
      const key = `${slip.printer} ${l.row}`;
      next.set(key, { printer: slip.printer, place, line: l, units: (next.get(key)?.units ?? 0) + delta });
    }
  }
  return [...next.values()];
}

describe('what is due of an order', () => {
  it('goes to the printer of its section, one slip for each printer; the rest to the main one (P-23)', () => {
    const lines = [line(1, 2, 10), line(2, 1, 11), line(3, 1, 10), line(4, 1, 12)];
    const sections: Readonly<Record<number, number>> = { 10: 1, 11: 2 };
    const shares = sharesByPrinter(lines, (id) => sections[id] ?? null, {
      value: 'Caja',
      assemblies: { 1: 'Cocina', 2: 'Barra' },
    });
    expect(said(dueSlips(shares, [], null))).toEqual([
      [
        'Cocina',
        'whole',
        [
          [1, 2],
          [3, 1],
        ],
      ],
      ['Barra', 'whole', [[2, 1]]],
      ['Caja', 'whole', [[4, 1]]],
    ]);
  });

  it('is nothing when all of it is on paper', () => {
    expect(dueSlips(kitchen(line(1, 2)), [paper(line(1, 2))], 'Mesa 4')).toEqual([]);
  });

  it('is what was added only: a new line, and more units of one', () => {
    const now = kitchen(line(1, 3), line(2));
    expect(said(dueSlips(now, [paper(line(1, 2))], 'Mesa 4'))).toEqual([
      [
        'Cocina',
        'added',
        [
          [1, 1],
          [2, 1],
        ],
      ],
    ]);
  });

  it('is what is void: a line that was removed, fewer units of one, all of a rejected order', () => {
    expect(said(dueSlips(kitchen(line(1, 1)), [paper(line(1, 3)), paper(line(2))], 'Mesa 4'))).toEqual([
      [
        'Cocina',
        'voided',
        [
          [1, 2],
          [2, 1],
        ],
      ],
    ]);
    expect(said(dueSlips([], [paper(line(1, 2)), paper(line(2), 'Barra')], 'Mesa 9'))).toEqual([
      ['Cocina', 'voided', [[1, 2]]],
      ['Barra', 'voided', [[2, 1]]],
    ]);
    expect(dueSlips([], [], null)).toEqual([]);
  });

  it('stays with the printer that has it, when the settings name another one by now', () => {
    const now = [{ printer: 'Nueva', lines: [line(1, 2), line(2)] }];
    expect(said(dueSlips(now, [paper(line(1))], 'Mesa 4'))).toEqual([
      ['Cocina', 'added', [[1, 1]]],
      ['Nueva', 'whole', [[2, 1]]],
    ]);
  });

  it('tells another table alone', () => {
    const moved = dueSlips(kitchen(line(1)), [paper(line(1))], 'Mesa 7');
    expect(moved).toEqual([{ printer: 'Cocina', change: 'table', lines: [], from: 'Mesa 4' }]);
    expect(dueSlips(kitchen(line(1)), [paper(line(1), 'Cocina', null)], 'Mesa 7')).toEqual([]);
  });

  it('is the whole again after all of it was void', () => {
    const gone = { ...paper(line(1)), units: 0 };
    expect(said(dueSlips(kitchen(line(1)), [gone], 'Mesa 4'))).toEqual([['Cocina', 'whole', [[1, 1]]]]);
  });
});

it('however an order changes, the papers together say what it is, and nothing is due twice (random histories)', () => {
  const change = fc.record({
    row: fc.integer({ min: 1, max: 5 }),
    quantity: fc.integer({ min: 0, max: 4 }),
    printer: fc.constantFrom('Cocina', 'Barra'),
    place: fc.constantFrom('Mesa 4', 'Mesa 7'),
    rejected: fc.boolean(),
    prints: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const lines = new Map<number, { readonly line: Line; readonly printer: string }>();
      let printed: PrintedLine<Line>[] = [];
      for (const { row, quantity, printer, place, rejected, prints } of changes) {
        if (quantity === 0) lines.delete(row);
        else lines.set(row, { line: line(row, quantity), printer });
        if (!prints) continue;
        const now = rejected ? [] : [...lines.values()];
        const shares = ['Cocina', 'Barra'].map((name) => ({
          printer: name,
          lines: now.filter((l) => l.printer === name).map((l) => l.line),
        }));
        printed = afterSlips(printed, dueSlips(shares, printed, place), place);
        expect(dueSlips(shares, printed, place)).toEqual([]);
        expect(printed.every(({ units }) => units >= 0)).toBe(true);
        const onPaper = (r: number): number =>
          printed.filter((p) => p.line.row === r).reduce((sum, { units }) => sum + units, 0);
        for (let r = 1; r <= 5; r += 1) expect(onPaper(r)).toBe(now.find((l) => l.line.row === r)?.line.quantity ?? 0);
      }
    }),
    { numRuns: 2_000 },
  );
});
