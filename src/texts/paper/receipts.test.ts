import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Cashbox } from '#domain/cashbox.ts';
import { balanceOf } from '#domain/cashbox.ts';
import type { Money } from '#domain/money.ts';
import { add, formatMoney, money, subtract, zero } from '#domain/money.ts';
import type { Order, PaymentRow } from '#domain/order.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import { decodePaper } from '#domain/paper/decode.ts';
import type { PaperDocument, PrinterProfile } from '#domain/paper/document.ts';
import { printerProfiles } from '#domain/paper/document.ts';
import { encodePaper } from '#domain/paper/encode.ts';
import { rowsOf } from '#domain/paper/rows.ts';
import type { SalesReport } from '#domain/sales-report.ts';
import { countryRules } from '#domain/store.ts';
import { after, minutes } from '#domain/time.ts';
import { buildLine, buildOrder, buildStore, pesos, testNow } from '#testing/builders.ts';
import { buildOrderGroup } from '#testing/builders-groups.ts';
import { cashboxPaper, reportPaper } from './cashbox.ts';
import type { CommanderSlip } from './commander.ts';
import { commanderPaper, rejectedPaper } from './commander.ts';
import { groupSummaryPaper, summaryPaper } from './summary.ts';

const wide = printerProfiles[80];
const store = buildStore();
const printing = { printedAt: testNow, reprint: null };

/** The paper as a person reads it: «## » before double size, «[ ]» around white on black; without the feed. */
const printed = (paper: PaperDocument, profile: PrinterProfile = wide): string[] =>
  decodePaper(encodePaper(paper, { ...profile, feed: 0, cutter: false })).map((row) => {
    if (row.kind !== 'text') return row.kind;
    const text = row.invert ? `[${row.text.trim()}]` : row.text;
    return (row.double ? `## ${text.trim()}` : text).trimEnd();
  });

const payment = (more: Partial<PaymentRow>): PaymentRow => ({
  id: 1,
  method: 'cash',
  amount: zero,
  option: 'cash',
  type: 'exact',
  value: null,
  can_modify: true,
  status: 'APPROVED',
  ...more,
});

const dinner = buildOrder({
  number: 248,
  code: { id: 4, code: 'm4', description: 'Mesa 4', group: true },
  status: 'ACCEPTED',
  description: 'Juana Núñez',
  comments: 'Cumpleaños: traer vela 🎂',
  ready_by: after(testNow, minutes(30)),
  items: [
    buildLine({
      quantity: 2,
      name: 'Ñoquis de papa al pesto con nueces',
      comments: 'Sin sal',
      seat: 2,
      additionals: [
        { id: 1, name: 'Queso extra', quantity: 2, price: pesos(500) },
        { id: 2, name: 'Pan', quantity: 1, price: zero },
      ],
    }),
    buildLine({ id: 2, name: '🍷🍷', quantity: 1, unit_price: pesos(9_000) }),
  ],
});

const slip = (more: Partial<CommanderSlip> = {}): CommanderSlip => ({
  order: dinner,
  lines: dinner.items,
  change: { kind: 'whole' },
  revision: 3,
  printedAt: testNow,
  reprint: null,
  ...more,
});
const line = '-'.repeat(48);

afterEach(() => vi.unstubAllGlobals());

describe('the comanda', () => {
  it('shows place, quantities and products large, notes on black, and no price', () => {
    expect(printed(commanderPaper(slip(), store))).toEqual([
      '## Mesa 4',
      'Pedido 248',
      'Local · Juana Núñez',
      'Para: 20:30 Hs',
      line,
      '[Cumpleaños: traer vela]',
      '## 2 x Ñoquis de papa al',
      '## pesto con nueces',
      '        + 2 x Queso extra',
      '        + Pan',
      '        Persona 2',
      '[Sin sal]',
      '## 1 x (sin letras)',
      line,
      'Impresa 20:00 Hs                   Comanda 248/3',
    ]);
  });

  it('of an addition has the new lines only, and says so', () => {
    const rows = printed(commanderPaper(slip({ change: { kind: 'added' }, lines: dinner.items.slice(1) }), store));
    expect(rows[0]).toBe('## [AGREGADO]');
    expect(rows.filter((row) => row.startsWith('## ') && row.includes(' x '))).toEqual(['## 1 x (sin letras)']);
  });

  it('of another table has no lines', () => {
    const change = { kind: 'table', from: 'Mesa 4', to: 'Mesa 7' } as const;
    const rows = printed(commanderPaper(slip({ change }), store));
    expect(rows.slice(0, 2)).toEqual(['## [CAMBIO DE MESA]', '## Mesa 4 -> Mesa 7']);
    expect(rows.join()).not.toMatch(/ x |vela/);
  });

  it('that is printed again says how often, and who asked', () => {
    const rows = printed(commanderPaper(slip({ reprint: { count: 2, by: 'Ana García' } }), store));
    expect(rows[0]).toBe('[REIMPRESIÓN 2]');
    expect(rows[1]?.trim()).toBe('La pidió Ana García');
  });

  it('of a rejected order is void, with the reason', () => {
    const order: Order = { ...dinner, status: 'REJECTED', reject_reason: 'missing_products' };
    const { change: _change, lines: _lines, ...rest } = slip({ order });
    const rows = printed(rejectedPaper(rest, store));
    expect(rows[0]).toBe('## [ANULADO]');
    expect(rows[1]?.trim()).toBe('Nos quedamos sin productos');
    expect(rows).toContain('## 2 x Ñoquis de papa al');
  });

  it('of an order without table and number is large where it can be', () => {
    const order = buildOrder({ type: 'TAKEAWAY', code: null, number: null });
    expect(printed(commanderPaper(slip({ order, lines: order.items }), store)).slice(0, 3)).toEqual([
      '## Pedido nuevo',
      'Take away',
      'Para: A confirmar',
    ]);
  });
});

describe('the summary', () => {
  it('of a delivery: prices, discounts, delivery, payments, change, address, phone; no invoice', () => {
    const order = buildOrder({
      number: 31,
      type: 'DELIVERY',
      code: null,
      status: 'DELIVER',
      description: 'Federico Molina',
      phone: '+54 11 5555-1234',
      address: { address_line_1: 'Av. Corrientes 1234', address_line_2: 'piso 3 B', geolocation: { lat: 0, lng: 0 } },
      ready_by: testNow,
      items: [buildLine({ quantity: 2, discount: pesos(1_000) })],
      discount: pesos(2_800),
      delivery_amount: pesos(1_500),
      promocodes: [{ code: 'NOCHE10', type: 'PERCENTAGE', value: money(10) }],
      payments: [
        payment({ amount: pesos(26_700), type: 'other', value: pesos(30_000) }),
        payment({ status: 'REJECTED', method: 'card' }),
      ],
      comments: 'Tocar timbre',
    });
    expect(printed(summaryPaper(order, printing, store))).toEqual([
      '## La Esquina',
      `${' '.repeat(14)}Av. Corrientes 3499`,
      line,
      'Pedido 31                       20/11/2026 19:50',
      'Delivery',
      'Federico Molina',
      'Tel. +54 11 5555-1234',
      'Av. Corrientes 1234, piso 3 B',
      'Entre las 20:10 y las 20:35 hs',
      'Comentarios: Tocar timbre',
      line,
      '2 x Milanesa napolitana                29.000,00',
      '    Descuento                          -1.000,00',
      line,
      'Subtotal                             $ 28.000,00',
      'Código NOCHE10                       -$ 2.800,00',
      'Envío                                 $ 1.500,00',
      '## TOTAL        $ 26.700,00',
      line,
      'Efectivo (A cobrar)                  $ 26.700,00',
      '  Paga con                           $ 30.000,00',
      '  Vuelto                              $ 3.300,00',
      line,
      `${' '.repeat(13)}No válido como factura`,
      `${' '.repeat(12)}Impreso 20/11/2026 20:00`,
    ]);
  });

  it('of a table: every order, its tip, and what each person pays', () => {
    const [row, other] = dinner.order_detail;
    if (!row || !other) throw new Error('no rows');
    const group: OrderGroupDetail = {
      ...buildOrderGroup({ subtotal: pesos(40_000), discount: pesos(1_000), total: pesos(39_000) }),
      id: 1,
      orders: [],
      items: [
        { ...row, order_id: 1, discount: zero, unit_price: pesos(15_000), quantity: 2 },
        { ...other, order_id: 1, ref: row.id, unit_price: pesos(500), quantity: 2 },
        { ...row, id: 90, order_id: 2, name: 'Agua', unit_price: pesos(9_000), quantity: 1, comments: null },
      ],
      payments: [payment({ method: 'card', amount: pesos(42_900) })],
      tip: pesos(3_900),
      last_move: null,
    };
    const rows = printed(groupSummaryPaper(group, printing, store));
    expect(rows.slice(3)).toEqual([
      '## Mesa 8',
      '2 personas                      20/11/2026 20:00',
      line,
      '2 x Ñoquis de papa al pesto con        32.000,00',
      '    nueces',
      '    + 2 x Queso extra',
      '    Sin sal',
      '1 x Agua                                9.000,00',
      line,
      'Descuentos y envíos de los pedidos   -$ 1.000,00',
      'Subtotal                             $ 40.000,00',
      'Descuento                            -$ 1.000,00',
      '## TOTAL        $ 39.000,00',
      'Propina                               $ 3.900,00',
      '## A COBRAR     $ 42.900,00',
      'Dividido en 2               $ 21.450,00 cada uno',
      line,
      'Tarjeta (A cobrar)                   $ 42.900,00',
      line,
      `${' '.repeat(13)}No válido como factura`,
      `${' '.repeat(12)}Impreso 20/11/2026 20:00`,
    ]);
  });
});

describe('the register', () => {
  const register: Cashbox = {
    id: 1,
    opened_at: after(testNow, -minutes(600)),
    opened_by: 'Ana García',
    closed_at: testNow,
    closed_by: 'Carla Ruiz',
    counted: pesos(26_000),
    expected: pesos(26_500),
    pieces: null,
    difference_reason: 'Vuelto mal dado',
    observations: null,
    balance: balanceOf(
      [
        { kind: 'sale', method: 'cash', amount: pesos(20_000) },
        { kind: 'rejection', method: 'cash', amount: pesos(-1_000) },
        { kind: 'refund', method: 'cash', amount: pesos(-500) },
        { kind: 'sale', method: 'card', amount: pesos(5_000) },
        { kind: 'movement', method: 'cash', amount: pesos(-2_000) },
        { kind: 'tip', method: 'tip', amount: pesos(300) },
      ],
      { open: pesos(10_000), flowsIn: zero, payouts: false },
    ),
    flows: [
      { id: 1, type: 'supplier', description: 'Verdulería', amount: pesos(-2_000), created_at: testNow, by: 'Ana' },
    ],
  };

  it('when it is closed: sums, methods, movements, what was counted, who, when, a line to sign', () => {
    const rows = printed(cashboxPaper({ register, withPayouts: false, printedAt: testNow }, store));
    expect(rows.map((row) => row.trim())).toEqual([
      '## La Esquina',
      'Av. Corrientes 3499',
      'CIERRE DE CAJA',
      line,
      'Apertura                        20/11/2026 10:00',
      'Ana García',
      'Cierre                          20/11/2026 20:00',
      'Carla Ruiz',
      line,
      'Saldo inicial                        $ 10.000,00',
      'Ventas en efectivo                   $ 20.000,00',
      'Movimientos                          -$ 2.000,00',
      'Pedidos rechazados                   -$ 1.000,00',
      'Devoluciones                           -$ 500,00',
      'Ventas, todos los medios             $ 25.000,00',
      'Ventas e ingresos                    $ 25.000,00',
      'Propinas, incluidas en las ventas       $ 300,00',
      line,
      'Pagos por medio',
      'Efectivo                               20.000,00',
      'Salió                                -1.500,00',
      'Tarjeta                                 5.000,00',
      line,
      'Movimientos de dinero',
      'Pago a proveedores · Verdulería        -2.000,00',
      line,
      'Efectivo esperado                    $ 26.500,00',
      'Contado                              $ 26.000,00',
      '## Faltan $ 500,00',
      'Motivo de la diferencia: Vuelto mal dado',
      '',
      '',
      '',
      '_'.repeat(24),
      'Firma',
      'Impreso 20/11/2026 20:00',
    ]);
  });

  it.each([
    [true, 'Reporte Z'],
    [false, 'Reporte X'],
  ])('its report, closed %s', (closed, title) => {
    const total = pesos(12_000);
    const report: SalesReport = {
      from: register.opened_at,
      to: testNow,
      closed,
      sales: {
        orders: 2,
        total,
        hours: [{ key: 13, count: 2, total }],
        products: [{ key: 'Café con leche', count: 3, total }],
        categories: [],
        sellers: [{ key: null, count: 2, total }],
        services: [{ key: 'LOCAL', count: 2, total }],
      },
      weekBefore: { orders: 1, total: pesos(10_000) },
    };
    const rows = printed(reportPaper(report, testNow, store));
    expect(rows[2]).toBe(`## ${title}`);
    for (const row of [
      '2 pedidos                            $ 12.000,00',
      '20 % más que hace una semana',
      '2 · 13:00                              12.000,00',
      '3 · Café con leche                     12.000,00',
      '2 · Sin vendedor                       12.000,00',
      '2 · Local                              12.000,00',
    ])
      expect(rows).toContain(row);
  });
});

/** Random orders: what people type, at the limits of quantity, lines and money. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom('Ñoquis', ' ', '🍕', 'ẽ', '₲', 'aaaaaaaaaaaa', 'é', '-', '\n', '“'),
    minLength: 1,
    maxLength: 30,
  }),
);
const amounts = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constant(9_999_999_999)).map(money);
const lines = fc
  .record({
    name: typed,
    quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(999)),
    unit_price: amounts,
    comments: fc.option(typed),
    seat: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    extra: fc.option(
      fc.record({
        name: typed,
        quantity: fc.integer({ min: 1, max: 9 }),
        price: fc.integer({ min: 0, max: 1_000_000 }).map(money),
      }),
    ),
  })
  .map(({ extra, ...more }) => buildLine({ ...more, additionals: extra === null ? [] : [{ id: 1, ...extra }] }));
const orders = fc
  .record({
    items: fc.oneof(
      { weight: 20, arbitrary: fc.array(lines, { minLength: 1, maxLength: 6 }) },
      { weight: 1, arbitrary: lines.map((one) => Array.from({ length: 300 }, () => one)) },
    ),
    description: fc.option(typed),
    comments: fc.option(typed),
    delivery_amount: amounts,
    type: fc.constantFrom('LOCAL', 'TAKEAWAY', 'DELIVERY'),
    paid: fc.option(amounts),
    country: fc.constantFrom('AR', 'PY'),
  })
  .map(({ paid, country, ...more }) => {
    const order = buildOrder({ ...more, payments: paid === null ? [] : [payment({ amount: paid })] });
    return { order, place: { ...store, currency: countryRules[country].currency } };
  });

const count = Number(process.env['PAPER_ORDERS'] ?? 200);

/** The encoder copies its code page for each text, which is half of its time. Nobody changes the copy. */
const cloneLess = (clone: typeof structuredClone): typeof structuredClone => {
  const isCodePage = (value: unknown): boolean => typeof value === 'object' && value !== null && 'codepoints' in value;
  return (value, options) => (isCodePage(value) ? value : clone(value, options));
};

it(
  'of random orders: no row is longer than the paper, which is 48 columns, no «?» of its own, every amount is the order’s (P-36)',
  () => {
    vi.stubGlobal('structuredClone', cloneLess(structuredClone));
    expect(printerProfiles[80].columns).toBe(48);
    fc.assert(
      fc.property(orders, fc.constantFrom<80 | 58>(80, 58), ({ order, place }, width) => {
        const profile = printerProfiles[width];
        const write = (amount: Money): string => formatMoney(amount, place.currency).replaceAll('\u00A0', ' ');
        const bare = (amount: Money): string => formatMoney(amount, { ...place.currency, symbol: '' });
        const marks = (text: string): number => text.normalize('NFKD').split('?').length - 1;
        const asked = [
          order.description,
          order.comments,
          ...order.items.flatMap((i) => [i.name, i.comments, ...i.additionals.map((a) => a.name)]),
        ];
        const read = (paper: PaperDocument): readonly string[] => {
          const rows = decodePaper(encodePaper(paper, profile));
          expect(rows).toEqual(rowsOf(paper, profile));
          const shown = rows.flatMap((row) => (row.kind === 'text' ? [row] : []));
          for (const row of shown) expect(row.text.length * (row.double ? 2 : 1)).toBeLessThanOrEqual(profile.columns);
          expect(marks(shown.map((row) => row.text).join(''))).toBeLessThanOrEqual(marks(asked.join('')));
          return shown.map((row) => row.text.trimEnd());
        };
        read(commanderPaper(slip({ order, lines: order.items }), place));
        const summary = read(summaryPaper(order, printing, place));
        const { subtotal, total, delivery_amount: delivery } = order;
        const paid = order.payments.map((p) => p.amount);
        for (const amount of [subtotal, total, ...paid, ...(delivery === 0 ? [] : [delivery])])
          expect(summary.some((row) => row.endsWith(write(amount)))).toBe(true);
        for (const { price } of order.items) expect(summary.some((row) => row.endsWith(` ${bare(price)}`))).toBe(true);
        expect(subtract(total, add(subtotal, delivery))).toBe(0);
      }),
      { numRuns: count },
    );
  },
  120_000 + 200 * count,
);
