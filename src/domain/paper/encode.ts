import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { PaperDocument, PrinterProfile } from './document.ts';
import type { PaperPicture, Pixels } from './picture.ts';
import { isBlack } from './picture.ts';
import { rowsOf } from './rows.ts';

/** ESC p: opens the drawer on that pin by a pulse of 100 ms, and rests 500 ms. */
const drawerPulse = (pin: 0 | 1): readonly number[] => [0x1b, 0x70, pin, 100 / 2, 500 / 2];

/**
 * The ESC/POS bytes of a receipt. The rows are ready, so nothing of the encoder that lays text out is used; its defaults
 * that would change the bytes are set here (decision 036). One encoder for each receipt: a second `initialize` would
 * return to another code page in silence.
 */
export function encodePaper(document: PaperDocument, profile: PrinterProfile): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: profile.columns,
    newline: '\n',
    imageMode: 'raster',
    feedBeforeCut: 0,
  });
  encoder.initialize().codepage(profile.codePage);
  // Before all else, not by the encoder: it would end it as a row of paper if rows follow.
  const first: number[] = [];
  for (const row of rowsOf(document, profile)) {
    switch (row.kind) {
      case 'text': {
        const size = row.double ? 2 : 1;
        const text = row.text.trimStart();
        encoder
          .size(size, size)
          .bold(row.bold)
          .text(' '.repeat(row.text.length - text.length));
        encoder.invert(row.invert).line(text).size(1, 1).bold(false).invert(false);
        break;
      }
      case 'qr':
        encoder.align('center').qrcode(row.text, { model: 2, size: row.size, errorlevel: 'm' }).align('left');
        break;
      case 'picture': {
        const { width, height } = row.picture;
        encoder.align('center').image(blackAndWhite(row.picture), width, height, 'threshold', 128).align('left');
        break;
      }
      case 'cut':
        encoder.cut('partial');
        break;
      case 'drawer':
        first.push(...drawerPulse(row.pin));
        break;
    }
  }
  return Uint8Array.of(...first, ...encoder.encode());
}

/** The dots as pixels, which the encoder takes. */
function blackAndWhite(picture: PaperPicture): Pixels {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isBlack(picture, x, y)) data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return { width, height, data };
}
