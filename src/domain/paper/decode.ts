import type { CodePage } from './code-page.ts';
import { characterOf, pageNumbers } from './code-page.ts';
import type { PaperRow } from './document.ts';

const lineFeed = 0x0a;
const pages: readonly CodePage[] = ['cp850', 'cp858', 'windows1252'];

/**
 * The rows that a printer makes of ESC/POS bytes: the preview on screen, and what tests compare. It knows the commands
 * that `encodePaper` writes and no others. Throws for any other byte, and names its place.
 */
export function decodePaper(bytes: Uint8Array): PaperRow[] {
  const rows: PaperRow[] = [];
  const plain = { double: false, bold: false, invert: false };
  let at = 0;
  let page: CodePage | undefined;
  let style = plain;
  let text = '';
  /** The style of this row's letters. Only its indent may differ, and not in size. */
  let printed: typeof style | null = null;
  let qr = { size: 0, text: '' };

  const fail = (why: string): never => {
    throw new Error(`byte ${at - 1}: ${why}`);
  };
  const next = (): number => {
    const byte = bytes[at];
    at += 1;
    return byte ?? fail('the bytes end inside a command');
  };
  /** The next byte, which has to be one of these. */
  const oneOf = (...allowed: readonly number[]): number => {
    const byte = next();
    return allowed.includes(byte) ? byte : fail(`${byte.toString(16)} is not understood`);
  };
  const between = (): void => {
    if (text !== '') fail('a command inside a row');
  };

  const readQr = (): void => {
    oneOf(0x6b);
    const length = next() + 256 * next();
    oneOf(0x31);
    const part = oneOf(0x41, 0x43, 0x45, 0x50, 0x51);
    const content = Array.from({ length: length - 2 }, next);
    if (part === 0x43) qr.size = content[0] ?? 0;
    // The content begins with the number of the memory.
    if (part === 0x50) qr.text = String.fromCharCode(...content.slice(1));
    if (part !== 0x51) return;
    rows.push({ kind: 'qr', ...qr });
    qr = { size: 0, text: '' };
    oneOf(lineFeed);
  };

  const readPicture = (): void => {
    oneOf(0x30);
    oneOf(0);
    const width = 8 * (next() + 256 * next());
    const height = next() + 256 * next();
    const bits = Uint8Array.from({ length: (width / 8) * height }, next);
    rows.push({ kind: 'picture', picture: { width, height, bits } });
    oneOf(lineFeed);
  };

  const readEscape = (): void => {
    switch (oneOf(0x40, 0x45, 0x4d, 0x61, 0x70, 0x74)) {
      case 0x40:
        style = plain;
        page = undefined;
        return;
      case 0x45:
        style = { ...style, bold: oneOf(0, 1) === 1 };
        return;
      case 0x4d:
        oneOf(0);
        return;
      case 0x61:
        between();
        oneOf(0, 1);
        return;
      case 0x70: {
        between();
        const pin = oneOf(0, 1) === 1 ? 1 : 0;
        next();
        next();
        rows.push({ kind: 'drawer', pin });
        return;
      }
      case 0x74: {
        const number = oneOf(...Object.values(pageNumbers));
        page = pages.find((known) => pageNumbers[known] === number);
      }
    }
  };

  const readGroup = (): void => {
    switch (oneOf(0x21, 0x28, 0x42, 0x56, 0x76)) {
      case 0x21:
        style = { ...style, double: oneOf(0x00, 0x11) === 0x11 };
        return;
      case 0x28:
        between();
        readQr();
        return;
      case 0x42:
        style = { ...style, invert: oneOf(0, 1) === 1 };
        return;
      case 0x56:
        between();
        oneOf(0, 1);
        rows.push({ kind: 'cut' });
        oneOf(lineFeed);
        return;
      case 0x76:
        between();
        readPicture();
    }
  };

  const readCharacter = (byte: number): void => {
    if (page === undefined && byte >= 0x80) fail('a character before its code page');
    const character = characterOf(byte, page ?? 'cp850') ?? fail(`${byte.toString(16)} is not understood`);
    const first = text.trim() === '' ? style : (printed ?? style);
    if (first.bold !== style.bold || first.invert !== style.invert || (printed ?? style).double !== style.double)
      fail('a row with two styles');
    printed = first;
    text += character;
  };

  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x1b) readEscape();
    else if (byte === 0x1d) readGroup();
    else if (byte === 0x1c) oneOf(0x2e);
    else if (byte === lineFeed) {
      rows.push({ kind: 'text', text, ...(printed ?? plain) });
      text = '';
      printed = null;
    } else readCharacter(byte);
  }
  between();
  return rows;
}
