import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodePage } from './code-page.ts';
import { characterOf, cleanForPaper, pageNumbers } from './code-page.ts';
import { decodePaper } from './decode.ts';
import type { PaperBlock, PaperDocument, PrinterProfile } from './document.ts';
import { printerProfiles } from './document.ts';
import { encodePaper } from './encode.ts';
import { logoDots, pictureOf } from './picture.ts';
import { rowsOf, wrapWords } from './rows.ts';
import { sharesByPrinter } from './split.ts';

const wide = printerProfiles[80];
const narrow = printerProfiles[58];
const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/..(?!$)/g, '$& ');
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));
const document = (...blocks: PaperBlock[]): PaperDocument => ({ blocks });
const line = (text: string, more: Partial<Extract<PaperBlock, { kind: 'line' }>> = {}): PaperBlock => ({
  kind: 'line',
  text,
  ...more,
});
const texts = (paper: PaperDocument, profile: PrinterProfile = wide): string[] =>
  rowsOf(paper, { ...profile, feed: 0, cutter: false }).flatMap((row) => (row.kind === 'text' ? [row.text] : []));

describe('the bytes of a receipt', () => {
  it('are those of the measured example (decision 036)', () => {
    const paper = document(line('MESA 4', { double: true }), line('2 x Ñoquis ¡sin sal!'));
    expect(hex(encodePaper(paper, wide))).toBe(
      '1B 40 1C 2E 1B 4D 00 1D 21 11 1B 74 02 4D 45 53 41 20 34 1D 21 00 0A 32 20 78 20 A5 6F 71 75 69 73 20 AD 73 69 6E 20 73 61 6C 21 0A 0A 0A 0A 0A 1D 56 01 0A',
    );
  });

  it('Cp850: ñ and á are the bytes A4h and A0h (P-37)', () => {
    expect(hex(encodePaper(document(line('ñáÑéíóú¿¡üº')), { ...narrow, feed: 0 }))).toBe(
      '1B 40 1C 2E 1B 4D 00 1B 74 02 A4 A0 A5 82 A1 A2 A3 A8 AD 81 A7 0A',
    );
  });

  it.each<[CodePage, string]>([
    ['cp850', '1B 74 02 A4'],
    ['cp858', '1B 74 13 A4'],
    ['windows1252', '1B 74 10 F1'],
  ])('a printer with %s gets that page', (codePage, bytes) => {
    expect(hex(encodePaper(document(line('ñ')), { ...wide, codePage }))).toContain(bytes);
  });

  it('a drawer is opened before the paper is printed, and only where it is asked for', () => {
    const paper = document(line('Venta'));
    expect(hex(encodePaper({ ...paper, drawer: true }, { ...wide, drawerPin: 1 }))).toContain('1B 70 01 32 FA');
    expect(hex(encodePaper(paper, wide))).not.toContain('1B 70');
    // By hand: the drawer opens, and no paper moves.
    const alone = encodePaper({ blocks: [], drawer: true }, wide);
    expect(decodePaper(alone)).toEqual([{ kind: 'drawer', pin: 0 }]);
    expect(hex(alone)).not.toContain('0A');
  });

  it('a QR code in the size that fits the paper', () => {
    const paper = document({ kind: 'qr', text: 'https://www.afip.gob.ar/fe/qr/?p=abc' });
    expect(decodePaper(encodePaper(paper, wide))[0]).toEqual({
      kind: 'qr',
      text: 'https://www.afip.gob.ar/fe/qr/?p=abc',
      size: 6,
    });
    expect(decodePaper(encodePaper(paper, narrow))[0]).toMatchObject({ size: 4 });
  });

  it('a picture is black and white dots; what is transparent is paper', () => {
    const pixel = (x: number, y: number): number[] =>
      x < 8 && y < 8 ? [0, 0, 0, 255] : x < 8 ? [0, 0, 0, 0] : [255, 255, 255, 255];
    const data = Array.from({ length: 16 * 16 }, (_, at) => pixel(at % 16, Math.floor(at / 16))).flat();
    const picture = pictureOf({ width: 16, height: 16, data: Uint8ClampedArray.from(data) });
    expect([...picture.bits]).toEqual(
      Array.from({ length: 32 }, (_, byte) => (byte < 16 && byte % 2 === 0 ? 0xff : 0)),
    );
    const paper = document({ kind: 'picture', picture }, line('x'));
    expect(hex(encodePaper(paper, wide))).toContain('1B 61 01 1D 76 30 00 02 00 10 00 FF 00 FF 00');
    expect(decodePaper(encodePaper(paper, wide))[0]).toEqual({ kind: 'picture', picture });
  });

  it('grey becomes as many black dots as it is dark, and a logo stays below 30 KB', () => {
    const { width, height } = logoDots;
    const grey = new Uint8ClampedArray(4 * width * height).map((_, at) => (at % 4 === 3 ? 255 : 191));
    const { bits } = pictureOf({ width, height, data: grey });
    const black = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
    expect(black / (width * height)).toBeCloseTo(0.25, 1);
    expect(bits.length).toBeLessThan(30_000);
  });

  it('no paper without a cutter is cut', () => {
    expect(rowsOf(document(line('x')), narrow).at(-1)).toMatchObject({ kind: 'text', text: '' });
    expect(rowsOf(document(line('x')), wide).at(-1)).toEqual({ kind: 'cut' });
  });
});

/** What the encoder itself makes of a text: its bytes, without the commands around them. */
function written(text: string, page: CodePage): number[] {
  const bytes = new ReceiptPrinterEncoder({ columns: 48, newline: '\n' })
    .initialize()
    .codepage(page)
    .line(text)
    .encode();
  const commands = 10; // ESC @, FS ., ESC M 0, ESC t n
  return text === '' ? [] : Array.from(bytes.slice(commands, -1));
}

describe('the characters of a code page', () => {
  it.each(Object.keys(pageNumbers) as CodePage[])('%s has those that the encoder writes', (page) => {
    let count = 0;
    for (let byte = 0x20; byte < 0x100; byte += 1) {
      const character = characterOf(byte, page);
      if (character === null) continue;
      count += 1;
      expect(written(character, page), `${page} ${byte.toString(16)}`).toEqual([byte]);
    }
    expect(count).toBeGreaterThan(190);
  });

  it.each([
    ['cafe\u0301 con lechen\u0303o', 'café con lecheño'],
    ['  dos\t\tespacios\u00A0aquí\n', 'dos espacios aquí'],
    ['“Sin sal” – ‘ya’… • 4→7', '"Sin sal" - \'ya\'... * 4->7'],
    ['Mbojá ẽ ĩ ũ ỹ g̃uasu ₲ 5.000', 'Mbojá e i u y guasu Gs. 5.000'],
    ['Pizza 🍕 grande 👨‍👩‍👧', 'Pizza grande'],
    ['20 € la ﬁesta № 4 §2', '20 EUR la fiesta No 4 S.2'],
    ['\u001B@\u001Dv0\u0000\u0007peligro\u200B\u202E\u00AD', '@v0peligro'],
    ['\u{1D400}\u{1D401} Ｆｕｌｌ ¿Qué? ½', 'AB Full ¿Qué? ½'],
    ['寿司', ''],
  ])('%j prints %j', (typed, printed) => {
    expect(cleanForPaper(typed, 'cp850')).toBe(printed);
  });

  it('no text brings a command, and none brings a «?» that nobody typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom<CodePage>('cp850', 'cp858', 'windows1252'),
        (typed, page) => {
          const printed = cleanForPaper(typed, page).slice(0, 48);
          const bytes = written(printed, page);
          expect(bytes).toHaveLength(printed.length);
          expect(bytes.map((byte) => characterOf(byte, page)).join('')).toBe(printed);
          expect(printed.split('?').length).toBeLessThanOrEqual(typed.normalize('NFKD').split('?').length);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('rows', () => {
  it.each<[string, number, string[]]>([
    ['', 10, ['']],
    ['dos palabras', 12, ['dos palabras']],
    ['dos palabras más', 12, ['dos palabras', 'más']],
    ['una palabralarguísimaquenoentra fin', 10, ['una', 'palabralar', 'guísimaque', 'noentra', 'fin']],
  ])('%j in rows of %i', (text, width, rows) => {
    expect(wrapWords(text, width)).toEqual(rows);
  });

  it('words wrap below themselves; the amount stays in the first row, at the edge', () => {
    const name = 'Milanesa napolitana con papas fritas y ensalada';
    expect(texts(document(line(name, { prefix: '2 x ', amount: '29.000,00' })))).toEqual([
      '2 x Milanesa napolitana con papas      29.000,00',
      '    fritas y ensalada',
    ]);
    expect(texts(document(line(name, { prefix: '2 x ', amount: '29.000,00' })), narrow)).toEqual([
      '2 x Milanesa           29.000,00',
      '    napolitana con',
      '    papas fritas y',
      '    ensalada',
    ]);
  });

  it('an amount that does not fit beside its label gets a row of its own, or another size', () => {
    const amount = '$ 99.999.999,99';
    expect(texts(document(line('TOTAL A COBRAR', { amount, double: true })))).toEqual([
      'TOTAL A COBRAR',
      amount.padStart(24),
    ]);
    expect(rowsOf(document(line('TOTAL', { amount: '$ 99.999.999.999,99', double: true })), narrow)[0]).toMatchObject({
      text: 'TOTAL        $ 99.999.999.999,99',
      double: false,
      bold: true,
    });
  });

  it('in the middle of rows of either size', () => {
    expect(texts(document(line('AB', { center: true }), line('AB', { center: true, double: true })))).toEqual([
      `${' '.repeat(23)}AB`,
      `${' '.repeat(11)}AB`,
    ]);
  });
});

describe('reading bytes', () => {
  it.each([
    ['an unknown command', '1B 40 1B 7A 01', /byte 3: 7a/],
    ['a control character', '1B 40 41 07 0A', /byte 3: 7 /],
    ['a character before its page', '1B 40 A4 0A', /before its code page/],
    ['a character that the page lacks', '1B 40 1B 74 02 F4 0A', /byte 5: f4/],
    ['a row without an end', '1B 40 41', /inside a row/],
    ['half a command', '1B 40 1D 21', /end inside a command/],
    ['two styles in one row', '1B 40 41 1B 45 01 42 0A', /two styles/],
  ])('%s is an error that names its place', (_, bytes, error) => {
    expect(() => decodePaper(bytesOf(bytes))).toThrow(error);
  });

  it('the rows come back as they were', () => {
    const block = fc.oneof(
      fc.record({
        kind: fc.constant('line' as const),
        text: fc.string({ unit: 'grapheme', maxLength: 200 }),
        prefix: fc.constantFrom('', '2 x ', '999 x ', '      + '),
        amount: fc.option(fc.constantFrom('0,00', '-1.234,50', '$ 99.999.999,99', 'Gs. 10.000.000'), {
          nil: undefined,
        }),
        center: fc.boolean(),
        double: fc.boolean(),
        bold: fc.boolean(),
        invert: fc.boolean(),
      }),
      fc.constantFrom<PaperBlock>(
        { kind: 'rule' },
        { kind: 'space' },
        { kind: 'qr', text: 'https://example.com/?p=1' },
      ),
    );
    const profile = fc.record({
      columns: fc.constantFrom<PrinterProfile['columns']>(48, 42, 32),
      codePage: fc.constantFrom<CodePage>('cp850', 'cp858', 'windows1252'),
      cutter: fc.boolean(),
      feed: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), fc.boolean(), profile, (blocks, drawer, more) => {
        const printer = { ...wide, ...more };
        const rows = decodePaper(encodePaper({ blocks, drawer }, printer));
        expect(rows).toEqual(rowsOf({ blocks, drawer }, printer));
        for (const row of rows)
          if (row.kind === 'text') expect(row.text.length * (row.double ? 2 : 1)).toBeLessThanOrEqual(more.columns);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('which printer prints what', () => {
  const assemblies = new Map([
    [1, 10],
    [2, 20],
    [3, null],
    [4, 30],
  ]);
  const ids = (shares: readonly { printer: string; lines: readonly { id: number }[] }[]) =>
    shares.map(({ printer, lines }) => [printer, lines.map(({ id }) => id)]);
  const split = (lines: readonly { id: number }[], mapped: Record<number, string>) =>
    ids(sharesByPrinter(lines, (id) => assemblies.get(id) ?? null, { value: 'Barra', assemblies: mapped }));

  it.each<[string, number[], Record<number, string>, [string, number[]][]]>([
    ['nothing is mapped', [1, 2, 3], {}, [['Barra', [1, 2, 3]]]],
    [
      'an assembly has a printer',
      [1, 2, 3, 1],
      { 10: 'Cocina' },
      [
        ['Cocina', [1, 1]],
        ['Barra', [2, 3]],
      ],
    ],
    [
      'two assemblies share a printer',
      [1, 2, 3],
      { 10: 'Cocina', 20: 'Cocina' },
      [
        ['Cocina', [1, 2]],
        ['Barra', [3]],
      ],
    ],
    ['an assembly is on the own printer', [1, 3], { 10: 'Barra' }, [['Barra', [1, 3]]]],
    [
      'all is mapped',
      [1, 2],
      { 10: 'Cocina', 20: 'Parrilla' },
      [
        ['Cocina', [1]],
        ['Parrilla', [2]],
      ],
    ],
    [
      'a product is not in the catalog any more',
      [9, 1],
      { 10: 'Cocina' },
      [
        ['Barra', [9]],
        ['Cocina', [1]],
      ],
    ],
    ['there are no lines', [], { 10: 'Cocina' }, []],
  ])('when %s', (_, lines, mapped, shares) => {
    expect(
      split(
        lines.map((id) => ({ id })),
        mapped,
      ),
    ).toEqual(shares);
  });
});
