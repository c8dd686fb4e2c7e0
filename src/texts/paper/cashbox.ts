import type { Cashbox } from '#domain/cashbox.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney, subtract, zero } from '#domain/money.ts';
import type { PaperBlock, PaperDocument, PaperStyle } from '#domain/paper/document.ts';
import type { SalesReport } from '#domain/sales-report.ts';
import { changeInPercent } from '#domain/sales-report.ts';
import { paymentMethods } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { differenceText, registerTexts as texts } from '#texts/register.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { reportTexts, reportViewNames, reportViews } from '#texts/sales-report.ts';
import type { PaperStore } from './parts.ts';
import { bareAmount, pair, paperMoment, paperOf, rule, space, storeHead, words } from './parts.ts';

interface ClosedRegister {
  readonly register: Cashbox;
  /** The store enters riders' cash with its payout. */
  readonly withPayouts: boolean;
  readonly printedAt: Instant;
}

/** 'Cierre de caja': opening, sums, movements, payments by method, what was counted, and a line to sign. */
export function cashboxPaper({ register, withPayouts, printedAt }: ClosedRegister, store: PaperStore): PaperDocument {
  const { currency, timezone, payment_methods: offered } = store;
  const { balance, counted, expected, flows } = register;
  const amount = (value: Money): string => formatMoney(value, currency);
  // A sum that is kept back until whoever closes has counted is not on paper either.
  const told = (name: string, value: Money | null, style: PaperStyle = {}): PaperBlock | null =>
    value === null ? null : pair(name, amount(value), style);
  const note = (name: string, text: string | null): PaperBlock | null =>
    text === null ? null : words(`${name}: ${text}`);
  const when = (name: string, at: Instant | null, by: string | null): readonly PaperBlock[] =>
    at === null ? [] : [pair(name, paperMoment(at, timezone)), words(by ?? '')];
  const used = paymentMethods.filter((method) => balance.in.has(method) || balance.out.has(method));
  return paperOf(
    storeHead(store),
    words('CIERRE DE CAJA', { center: true, bold: true }),
    rule,
    when(texts.opened, register.opened_at, register.opened_by),
    when(texts.closed, register.closed_at, register.closed_by),
    rule,
    pair(texts.initial, amount(balance.open)),
    told(texts.cashSales, balance.payment_cash_in),
    pair(texts.flows, amount(balance.cashbox_flows)),
    withPayouts ? pair(texts.payouts, amount(balance.payouts_total)) : null,
    pair(texts.rejected, amount(subtract(zero, balance.orders_rejecteds))),
    balance.refunds_total === 0 ? null : pair(texts.refunds, amount(subtract(zero, balance.refunds_total))),
    told(texts.allSales, balance.payment_totals),
    told(texts.salesAndIn, balance.payments_with_cash_in),
    balance.tips === 0 ? null : pair(texts.tips, amount(balance.tips)),
    used.length === 0 ? null : [rule, words(texts.methods, { bold: true })],
    used.flatMap((method) => {
      const [came, went] = [balance.in.get(method) ?? zero, balance.out.get(method) ?? zero];
      return [
        pair(paymentMethodLabel(method, offered), bareAmount(came, currency)),
        ...(went === 0 ? [] : [pair(texts.out, bareAmount(subtract(zero, went), currency), { prefix: '  ' })]),
      ];
    }),
    flows.length === 0 ? null : [rule, words(texts.movements, { bold: true })],
    flows.map(({ type, description, amount: moved }) =>
      pair([flowTypeTexts[type], description].filter(Boolean).join(' · '), bareAmount(moved, currency)),
    ),
    rule,
    told(texts.expected, expected ?? balance.calculated, { bold: true }),
    counted === null ? null : pair(texts.counted, amount(counted), { bold: true }),
    counted === null || expected === null
      ? null
      : words(differenceText(subtract(counted, expected), currency), { double: true }),
    note(texts.reason, register.difference_reason),
    note(texts.observations, register.observations),
    signature(printedAt, timezone),
  );
}

const signature = (printedAt: Instant, zone: string): readonly PaperBlock[] => [
  space,
  space,
  space,
  words('_'.repeat(24), { center: true }),
  words('Firma', { center: true }),
  words(`Impreso ${paperMoment(printedAt, zone)}`, { center: true }),
];

/** X or Z report: what was sold, each list with its counts and sums. */
export function reportPaper(report: SalesReport, printedAt: Instant, store: PaperStore): PaperDocument {
  const { currency, timezone } = store;
  const { sales, weekBefore } = report;
  const change = changeInPercent(report);
  const sum = (name: string, { orders, total }: typeof weekBefore): readonly PaperBlock[] => [
    words(name),
    pair(reportTexts.orders(orders), formatMoney(total, currency), { bold: true }),
  ];
  return paperOf(
    storeHead(store),
    words(report.closed ? reportTexts.z : reportTexts.x, { center: true, double: true }),
    words(reportTexts.span(paperMoment(report.from, timezone), paperMoment(report.to, timezone)), { center: true }),
    rule,
    sum(reportTexts.sold, sales),
    sum(reportTexts.weekBefore, weekBefore),
    words(change === null ? reportTexts.nothingBefore : reportTexts.change(change)),
    reportViewNames.flatMap((view) => [
      rule,
      words(reportTexts.views[view], { bold: true }),
      ...reportViews(report)[view].map(({ key, count, total }) =>
        pair(`${count} · ${key}`, bareAmount(total, currency)),
      ),
    ]),
    signature(printedAt, timezone),
  );
}
