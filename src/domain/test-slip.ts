/**
 * A slip that shows which letters a printer knows: the same line once per code page, each with the page's name. The
 * person picks the line that reads well. A receipt has one code page, so these bytes are made here.
 */
const letters = 'áéíóú ñÑ ¿¡ º ° $';

/** A code page: the number that selects it (ESC t), and the bytes of the letters above. */
interface TestPage {
  readonly name: string;
  readonly page: number;
  readonly bytes: Readonly<Record<string, number>>;
}

const cp850 = {
  á: 0xa0,
  é: 0x82,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  ñ: 0xa4,
  Ñ: 0xa5,
  '¿': 0xa8,
  '¡': 0xad,
  º: 0xa7,
  '°': 0xf8,
} as const;

const cp1252 = {
  á: 0xe1,
  é: 0xe9,
  í: 0xed,
  ó: 0xf3,
  ú: 0xfa,
  ñ: 0xf1,
  Ñ: 0xd1,
  '¿': 0xbf,
  '¡': 0xa1,
  º: 0xba,
  '°': 0xb0,
} as const;

/** Cp858 is Cp850 with the euro sign. The numbers are those of Epson, which most printers share. */
const pages: readonly TestPage[] = [
  { name: 'Cp850', page: 0x02, bytes: cp850 },
  { name: 'Cp858', page: 0x13, bytes: cp850 },
  { name: 'WPC1252', page: 0x10, bytes: cp1252 },
];

/** One line of a page; a character that it lacks, and any control character, is «?». */
const lineOf = (text: string, known: Readonly<Record<string, number>>): number[] => [
  ...Array.from(text, (letter) => known[letter] ?? (/^[ -~]$/.test(letter) ? letter.charCodeAt(0) : 0x3f)),
  0x0a,
];

const select = (page: number): readonly number[] => [0x1b, 0x74, page];

/** ESC/POS bytes: initialise, the title's lines in Cp850, the letters of each page, feed and cut. */
export function testSlip(title: readonly string[]): Uint8Array {
  const head = title.flatMap((line) => lineOf(line, cp850));
  const body = pages.flatMap(({ name, page, bytes }) => [...select(page), ...lineOf(`${name}: ${letters}`, bytes)]);
  const [start, cut] = [
    [0x1b, 0x40],
    [0x1d, 0x56, 0x01],
  ] as const;
  return Uint8Array.of(...start, ...select(0x02), ...head, 0x0a, ...body, 0x0a, 0x0a, 0x0a, 0x0a, ...cut);
}
