import { receiptColumns } from '#domain/limits.ts';
import type { CodePage } from './code-page.ts';
import type { PaperPicture } from './picture.ts';

/** How a row looks. `double`: twice as high and twice as wide, so half as many characters fit. */
export interface PaperStyle {
  readonly double?: boolean;
  readonly bold?: boolean;
  /** White on black, from the first letter on: the indent stays white. */
  readonly invert?: boolean;
}

/** A part of a receipt that does not know the paper's width yet (decision 036). */
export type PaperBlock =
  /**
   * Words, which wrap under themselves. `prefix` is before the first row and leaves its width free in the others;
   * `amount` is at the right edge of the first row and never wraps.
   */
  | ({
      readonly kind: 'line';
      readonly text: string;
      readonly prefix?: string;
      readonly amount?: string;
      readonly center?: boolean;
    } & PaperStyle)
  | { readonly kind: 'rule' }
  | { readonly kind: 'space' }
  /** ASCII only. */
  | { readonly kind: 'qr'; readonly text: string }
  | { readonly kind: 'picture'; readonly picture: PaperPicture };

/** A receipt. */
export interface PaperDocument {
  readonly blocks: readonly PaperBlock[];
  /** Opens the cash drawer. */
  readonly drawer?: boolean;
}

/** One row of paper as it is printed, and what the printer does between rows. */
export type PaperRow =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly double: boolean;
      readonly bold: boolean;
      readonly invert: boolean;
    }
  /** `size`: dots per module. */
  | { readonly kind: 'qr'; readonly text: string; readonly size: number }
  | { readonly kind: 'picture'; readonly picture: PaperPicture }
  | { readonly kind: 'cut' }
  | { readonly kind: 'drawer'; readonly pin: 0 | 1 };

/** What a printer can do. */
export interface PrinterProfile {
  /** Width of the paper in millimetres. */
  readonly millimetres: 80 | 58;
  /** Characters in a row of normal size (P-36). */
  readonly columns: 48 | 44 | 42 | 35 | 32;
  readonly codePage: CodePage;
  readonly cutter: boolean;
  /** Empty rows before the cut or the end, because the knife is above the print head. */
  readonly feed: number;
  readonly drawerPin: 0 | 1;
  /** Dots per module of a QR code, so that a long one still fits. */
  readonly qrSize: number;
}

/** The two papers that shops use. Printers with 42 columns or without a cutter change these. */
export const printerProfiles = {
  80: { millimetres: 80, columns: receiptColumns, codePage: 'cp850', cutter: true, feed: 4, drawerPin: 0, qrSize: 6 },
  58: { millimetres: 58, columns: 32, codePage: 'cp850', cutter: false, feed: 4, drawerPin: 0, qrSize: 4 },
} as const satisfies Readonly<Record<80 | 58, PrinterProfile>>;
