import { cleanForPaper } from './code-page.ts';
import type { PaperBlock, PaperDocument, PaperRow, PrinterProfile } from './document.ts';

type TextRow = Extract<PaperRow, { readonly kind: 'text' }>;
type Line = Extract<PaperBlock, { readonly kind: 'line' }>;

/** On wide paper amounts stand below each other in a column of at least this width. */
const amountColumns = 12;
const wideColumns = 40;
/** Words that wrap beside an amount need this width and normal size, or the amount gets a row of its own. */
const leastColumns = 8;

const plain = { kind: 'text', double: false, bold: false, invert: false } as const;
const blank: TextRow = { ...plain, text: '' };

/**
 * The parts of a text in rows of `width`: broken at the last space that fits; a word that is longer than a row is cut.
 * At least one part.
 */
export function wrapWords(text: string, width: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

function rowsOfLine(line: Line, paper: Pick<PrinterProfile, 'columns' | 'codePage'>): TextRow[] {
  const { columns, codePage } = paper;
  const { double = false, bold = false, invert = false, center = false } = line;
  const amount = line.amount === undefined ? '' : cleanForPaper(line.amount, codePage);
  const width = double ? Math.floor(columns / 2) : columns;
  if (double && amount.length > width) return rowsOfLine({ ...line, double: false, bold: true }, paper);
  const prefix = line.prefix ?? '';
  const style = { kind: 'text', double, bold, invert } as const;
  const text = cleanForPaper(line.text, codePage);
  if (prefix + text + amount === '') return [];
  const column = width < wideColumns ? amount.length : Math.max(amountColumns, amount.length);
  const room = width - prefix.length - (amount === '' ? 0 : 1 + column);
  if (amount !== '' && (double || room < leastColumns) && text.length > room)
    return [...rowsOfLine({ ...line, amount: undefined }, paper), { ...style, text: amount.padStart(width) }];
  return wrapWords(text, room).map((part, index) => {
    const words = (index === 0 ? prefix : ' '.repeat(prefix.length)) + part;
    if (index === 0 && amount !== '') return { ...style, text: words + amount.padStart(width - words.length) };
    return { ...style, text: center ? ' '.repeat(Math.floor((width - words.length) / 2)) + words : words };
  });
}

/** The rows of a receipt on that paper, with what the printer does at its end. Nothing to print: no paper moves. */
export function rowsOf({ blocks, drawer = false }: PaperDocument, profile: PrinterProfile): PaperRow[] {
  const rows = blocks.flatMap((block): PaperRow[] => {
    switch (block.kind) {
      case 'line':
        return rowsOfLine(block, profile);
      case 'rule':
        return [{ ...plain, text: '-'.repeat(profile.columns) }];
      case 'space':
        return [blank];
      case 'picture':
        return [block];
      case 'qr':
        return [{ kind: 'qr', text: block.text, size: profile.qrSize }];
    }
  });
  return [
    ...(drawer ? [{ kind: 'drawer', pin: profile.drawerPin } as const] : []),
    ...rows,
    ...(rows.length === 0 ? [] : endOf(profile)),
  ];
}

const endOf = ({ feed, cutter }: PrinterProfile): readonly PaperRow[] => [
  ...Array.from({ length: feed }, () => blank),
  ...(cutter ? [{ kind: 'cut' } as const] : []),
];
