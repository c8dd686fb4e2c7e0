import { toCharge } from '#domain/bill.ts';
import type { Money } from '#domain/money.ts';
import { add, formatMoney, split, subtract, zero } from '#domain/money.ts';
import type { Order, OrderDetailRow, OrderLine, PaymentRow } from '#domain/order.ts';
import { nestedRows } from '#domain/order.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import type { PaperBlock, PaperDocument } from '#domain/paper/document.ts';
import { changeOf, paymentState } from '#domain/payments.ts';
import { lineTotal } from '#domain/pricing.ts';
import type { Instant } from '#domain/time.ts';
import { orderEstimate } from '#texts/estimates.ts';
import { paymentStateLabels, shareTexts } from '#texts/order-details.ts';
import { orderName, paymentMethodLabel, placeLabel, serviceLabels } from '#texts/order.ts';
import type { PaperItem, PaperStore, Reprint } from './parts.ts';
import {
  bareAmount,
  itemNotes,
  pair,
  paperMoment,
  paperOf,
  printableName,
  reprintMark,
  rule,
  storeHead,
  words,
} from './parts.ts';

interface Printing {
  readonly printedAt: Instant;
  readonly reprint: Reprint | null;
}

/** A line with its price before and its discount. */
type PricedItem = PaperItem & Pick<OrderLine, 'price' | 'discount'>;

/** The same for every summary: it is no invoice. */
const foot = ({ printedAt }: Printing, { timezone }: PaperStore): readonly PaperBlock[] => [
  rule,
  words('No válido como factura', { center: true, bold: true }),
  words(`Impreso ${paperMoment(printedAt, timezone)}`, { center: true }),
];

function pricedLine(line: PricedItem, { currency }: PaperStore): readonly PaperBlock[] {
  const prefix = `${line.quantity} x `;
  return [
    pair(printableName(line.name), bareAmount(add(line.price, line.discount), currency), { prefix }),
    ...itemNotes(line, prefix.length).map((block) => ({ ...block, bold: false, invert: false })),
    ...(line.discount === 0
      ? []
      : [
          pair('Descuento', bareAmount(subtract(zero, line.discount), currency), { prefix: ' '.repeat(prefix.length) }),
        ]),
  ];
}

interface SumsInput extends OrderAmounts {
  /** What the discount is called. */
  readonly discountName: string;
  /** What the lines cost more than `subtotal` says: discounts of single orders of a table. */
  readonly before: Money;
}

function sums(
  { before, subtotal, discount, delivery_amount, total, discountName }: SumsInput,
  store: PaperStore,
): readonly PaperBlock[] {
  const amount = (value: Money): string => formatMoney(value, store.currency);
  const less = (name: string, value: Money): readonly PaperBlock[] =>
    value === 0 ? [] : [pair(name, amount(subtract(zero, value)))];
  return [
    ...less('Descuentos y envíos de los pedidos', before),
    pair('Subtotal', amount(subtotal)),
    ...less(discountName, discount),
    ...(delivery_amount === 0 ? [] : [pair('Envío', amount(delivery_amount))]),
    pair('TOTAL', amount(total), { double: true }),
  ];
}

/** How it is paid; a refused payment is left out. */
function paymentsOf(
  payments: readonly PaymentRow[],
  payable: Parameters<typeof paymentState>[1],
  { currency, payment_methods: offered }: PaperStore,
): readonly PaperBlock[] {
  const amount = (value: Money): string => formatMoney(value, currency);
  return payments
    .filter(({ status }) => status !== 'REJECTED')
    .flatMap((payment): readonly PaperBlock[] => {
      const state = paymentState(payment, payable);
      const name = paymentMethodLabel(payment.method, offered);
      const change = changeOf(payment);
      return [
        pair(state === null ? name : `${name} (${paymentStateLabels[state]})`, amount(payment.amount)),
        ...(change === null || payment.value === null
          ? []
          : [
              pair('Paga con', amount(payment.value), { prefix: '  ' }),
              pair('Vuelto', amount(change), { prefix: '  ', bold: true }),
            ]),
      ];
    });
}

/** 'Resumen de pedido': what the customer gets, with prices, payments, address and phone. */
export function summaryPaper(order: Order, printing: Printing, store: PaperStore): PaperDocument {
  const { address, phone, comments, seller } = order;
  const service = serviceLabels[order.type];
  const place = placeLabel(order);
  const customer = [...new Set([order.user?.fullname, order.description])].filter(Boolean).join(' · ');
  const [promocode] = order.promocodes;
  return paperOf(
    reprintMark(printing.reprint),
    storeHead(store),
    rule,
    pair(orderName(order.number), paperMoment(order.created_at, store.timezone), { bold: true }),
    words(place === service ? service : `${service} · ${place}`),
    customer === '' ? null : words(customer),
    phone === null ? null : words(`Tel. ${phone}`),
    address === null
      ? null
      : words([address.address_line_1, address.address_line_2].filter(Boolean).join(', '), { bold: true }),
    order.type === 'LOCAL' ? null : words(orderEstimate(order, store)),
    seller === null ? null : words(`Atendió ${seller.fullname}`),
    comments === null ? null : words(`Comentarios: ${comments}`),
    rule,
    order.items.flatMap((line) => pricedLine(line, store)),
    rule,
    sums({ ...order, before: zero, discountName: promocode ? `Código ${promocode.code}` : 'Descuento' }, store),
    order.payments.length === 0 ? null : rule,
    paymentsOf(order.payments, order.status, store),
    foot(printing, store),
  );
}

/** The rows of a table's orders as lines, with their options. */
const linesOf = (rows: readonly OrderDetailRow[]): PricedItem[] =>
  nestedRows(rows).map(({ row, additionals }) => {
    const options = additionals.map(({ id, name, quantity, unit_price: price }) => ({ id, name, quantity, price }));
    return { ...row, additionals: options, price: lineTotal(row.unit_price, options, row.quantity, row.discount) };
  });

/** 'Resumen de pedido' of a table: all orders that count, the tip, and what each person pays. */
export function groupSummaryPaper(group: OrderGroupDetail, printing: Printing, store: PaperStore): PaperDocument {
  const { people } = group.data;
  const amount = (value: Money): string => formatMoney(value, store.currency);
  const due = toCharge(group.total, group.tip);
  const lines = linesOf(group.items);
  const [share = due] = split(due, Array<number>(people).fill(1));
  return paperOf(
    reprintMark(printing.reprint),
    storeHead(store),
    rule,
    words(group.code.description, { double: true }),
    pair(people === 1 ? '1 persona' : `${people} personas`, paperMoment(group.created_at, store.timezone)),
    group.seller === null ? null : words(`Atendió ${group.seller.fullname}`),
    rule,
    lines.flatMap((line) => pricedLine(line, store)),
    rule,
    sums(
      {
        ...group,
        before: subtract(add(zero, ...lines.map((line) => line.price)), group.subtotal),
        discountName: 'Descuento',
      },
      store,
    ),
    group.tip === 0 ? null : [pair('Propina', amount(group.tip)), pair('A COBRAR', amount(due), { double: true })],
    people > 1 && due > 0 ? pair(shareTexts.share(people), shareTexts.each(amount(share))) : null,
    group.payments.length === 0 ? null : rule,
    paymentsOf(group.payments, group.status, store),
    foot(printing, store),
  );
}
