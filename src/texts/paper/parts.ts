import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { cleanForPaper } from '#domain/paper/code-page.ts';
import type { PaperBlock, PaperDocument, PaperStyle } from '#domain/paper/document.ts';
import type { PaperPicture } from '#domain/paper/picture.ts';
import type { OrderAdditional, OrderLine } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';
import { seatTexts } from '#texts/order.ts';

/** Blocks that several receipts have. */

/** What every receipt needs to know of its store. */
export type PaperStore = Pick<Store, 'name' | 'address' | 'currency' | 'timezone' | 'gateways' | 'payment_methods'> & {
  /** Its logo; null: none, or it is no picture. */
  readonly picture?: PaperPicture | null;
};

/** That a person asked for a receipt again: how often it was printed again, and who asked. */
export interface Reprint {
  readonly count: number;
  readonly by: string;
}

/** A line of an order as receipts show it. */
export type PaperItem = Pick<OrderLine, 'name' | 'quantity' | 'comments' | 'seat'> & {
  readonly additionals: readonly Pick<OrderAdditional, 'name' | 'quantity'>[];
};

export const rule: PaperBlock = { kind: 'rule' };
export const space: PaperBlock = { kind: 'space' };

export const words = (text: string, style: PaperStyle & { readonly center?: boolean } = {}): PaperBlock => ({
  kind: 'line',
  text,
  ...style,
});

/** A label with an amount at the right edge. */
export const pair = (
  text: string,
  amount: string,
  style: PaperStyle & { readonly prefix?: string } = {},
): PaperBlock => ({
  kind: 'line',
  text,
  amount,
  ...style,
});

/** The blocks; null leaves one out. */
export const paperOf = (...blocks: readonly (PaperBlock | null | readonly PaperBlock[])[]): PaperDocument => ({
  blocks: blocks.flatMap((block) => block ?? []),
});

/** A name that has no letter that paper can show would be an empty row. */
export const printableName = (name: string): string => (cleanForPaper(name, 'cp850') === '' ? '(sin letras)' : name);

/** '1.234,50': an amount in a column of amounts, without the currency. */
export const bareAmount = (amount: Money, { decimals }: Currency): string =>
  formatMoney(amount, { symbol: '', decimals });

/** '20/11/2026 20:05'. */
export function paperMoment(at: Instant, zone: string): string {
  const { date, hour } = wallTime(at, zone);
  return `${date.split('-').toReversed().join('/')} ${hour}`;
}

/** «REIMPRESIÓN 2», and who asked for it. */
export const reprintMark = (reprint: Reprint | null): readonly PaperBlock[] =>
  reprint === null
    ? []
    : [
        words(`REIMPRESIÓN ${reprint.count}`, { center: true, invert: true, bold: true }),
        words(`La pidió ${reprint.by}`, { center: true }),
      ];

/** The options of a line, for whom it is, and its note on black. `indent`: where the line's name begins. */
export const itemNotes = ({ additionals, comments, seat }: PaperItem, indent: number): readonly PaperBlock[] => {
  const prefix = ' '.repeat(indent);
  return [
    ...additionals.map(({ name, quantity }): PaperBlock => {
      const count = quantity > 1 ? `${quantity} x ` : '';
      return { kind: 'line', prefix: `${prefix}+ ${count}`, text: printableName(name), bold: true };
    }),
    ...(seat === undefined ? [] : [{ kind: 'line', prefix, text: seatTexts.seat(seat) } as const]),
    ...noteOnBlack(comments, prefix),
  ];
};

/** A note that must not be missed. */
export const noteOnBlack = (note: string | null, prefix = ''): readonly PaperBlock[] =>
  note === null || cleanForPaper(note, 'cp850') === '' ? [] : [{ kind: 'line', prefix, text: note, invert: true }];

/** The store's logo, name and address. */
export const storeHead = ({ name, address, picture = null }: PaperStore): readonly PaperBlock[] => [
  ...(picture === null ? [] : [{ kind: 'picture', picture } as const]),
  words(printableName(name), { center: true, double: true }),
  words(address.small, { center: true }),
];
