import type { Order, OrderLine } from '#domain/order.ts';
import type { PaperBlock, PaperDocument } from '#domain/paper/document.ts';
import type { Instant } from '#domain/time.ts';
import { orderName, orderNumberLabel, placeLabel, rejectReasonLabels, serviceLabels } from '#texts/order.ts';
import { hourLabel, toBeConfirmed, whenLabel } from '#texts/time.ts';
import type { PaperStore, Reprint } from './parts.ts';
import { itemNotes, noteOnBlack, pair, paperOf, printableName, reprintMark, rule, words } from './parts.ts';

/**
 * What a slip tells the kitchen. whole: the order. added: only the new lines. voided: the lines that are not wanted any
 * more. table: no lines, they come to another table.
 */
export type CommanderChange =
  | { readonly kind: 'whole' | 'added' }
  | { readonly kind: 'voided'; readonly reason: string | null }
  | { readonly kind: 'table'; readonly from: string; readonly to: string };

export interface CommanderSlip {
  readonly order: Order;
  /** The lines for this printer. */
  readonly lines: readonly OrderLine[];
  readonly change: CommanderChange;
  /** Which state of the order it shows; counts up. */
  readonly revision: number;
  readonly printedAt: Instant;
  readonly reprint: Reprint | null;
}

const titleOf = (change: CommanderChange): readonly PaperBlock[] => {
  const title = (text: string): PaperBlock => words(` ${text} `, { center: true, double: true, invert: true });
  switch (change.kind) {
    case 'whole':
      return [];
    case 'added':
      return [title('AGREGADO')];
    case 'voided':
      return [title('ANULADO'), words(change.reason ?? '', { bold: true, center: true })];
    case 'table':
      return [title('CAMBIO DE MESA'), words(`${change.from} → ${change.to}`, { center: true, double: true })];
  }
};

/**
 * 'Comanda': a slip for the kitchen, to be read at one metre: place, quantities and products in double size, notes on
 * black, no prices.
 */
export function commanderPaper(slip: CommanderSlip, { timezone }: Pick<PaperStore, 'timezone'>): PaperDocument {
  const { order, lines, change, printedAt, reprint } = slip;
  const service = serviceLabels[order.type];
  const place = placeLabel(order);
  const customer = [...new Set([order.description, order.user?.fullname])].filter(Boolean).join(' · ');
  const ready = order.ready_by === null ? toBeConfirmed : whenLabel(order.ready_by, printedAt, timezone);
  return paperOf(
    reprintMark(reprint),
    titleOf(change),
    place === service ? null : words(place, { double: true }),
    words(orderName(order.number), place === service ? { double: true } : { bold: true }),
    words([service, customer].filter(Boolean).join(' · ')),
    words(`Para: ${ready}`),
    rule,
    change.kind === 'table' ? null : noteOnBlack(order.comments),
    change.kind === 'table' ? null : lines.flatMap(kitchenLine),
    rule,
    pair(`Impresa ${hourLabel(printedAt, timezone)}`, `Comanda ${orderNumberLabel(order.number)}/${slip.revision}`),
  );
}

const kitchenLine = (line: OrderLine): readonly PaperBlock[] => {
  const prefix = `${line.quantity} x `;
  return [
    { kind: 'line', prefix, text: printableName(line.name), double: true },
    // Two columns of normal size for each of double size.
    ...itemNotes(line, 2 * prefix.length),
  ];
};

/** The slip of a rejected order: all of it is void, with the reason. */
export const rejectedPaper = (
  { order, ...slip }: Omit<CommanderSlip, 'change' | 'lines'>,
  store: Pick<PaperStore, 'timezone'>,
): PaperDocument => {
  const reason = order.reject_reason === null ? null : rejectReasonLabels[order.reject_reason];
  return commanderPaper({ ...slip, order, lines: order.items, change: { kind: 'voided', reason } }, store);
};
