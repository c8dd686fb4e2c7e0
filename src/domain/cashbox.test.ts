import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  type CountedMoney,
  countedOfGroup,
  countedOfOrder,
  type EntrySum,
  isUnfinished,
  missingEntries,
  nothingCounts,
} from './cashbox.ts';
import { refundable, refundParts, refundProblem } from './refunds.ts';
import { piecesTotal } from './cash-count.ts';
import { money, subtract, zero } from './money.ts';
import { orderStatuses, type OrderStatus, type PaymentRow, type PaymentStatus, type ShippingStatus } from './order.ts';
import type { PaymentMethod } from './store.ts';

const paid = (method: PaymentMethod, amount: number, status: PaymentStatus = 'APPROVED'): PaymentRow => ({
  id: null,
  method,
  amount: money(amount),
  option: method,
  type: null,
  value: null,
  can_modify: true,
  status,
});

const row = (kind: EntrySum['kind'], method: EntrySum['method'], amount: number): EntrySum => ({
  kind,
  method,
  amount: money(amount),
});

const sale = { origin: 'store', status: 'PENDING', shipping: null } as const;
const orders = { payouts: false };
const sumsOf = ({ sums }: CountedMoney) => Object.fromEntries(sums);

describe('what counts for an order', () => {
  const payments = [paid('cash', 300), paid('mercadopago-qr', 200, 'PENDING'), paid('card', 50, 'REJECTED')];

  it.each([
    ['a sale of the store, from its registration (X-41)', sale, { cash: 300 }],
    ['a customer’s order that is not finished (X-41)', { ...sale, origin: 'customer', status: 'ACCEPTED' }, {}],
    ['a customer’s finished order (X-41)', { ...sale, origin: 'customer', status: 'COMPLETE' }, { cash: 300 }],
    ['a rejected one', { ...sale, status: 'REJECTED' }, {}],
  ] as const)('%s', (_, order, counted) => {
    expect(sumsOf(countedOfOrder({ ...order, payments }, orders))).toEqual(counted);
  });

  it('what a provider charged counts as soon as it is approved, also for a customer', () => {
    const qr = [paid('cash', 300), paid('mercadopago-qr', 200)];
    const order = { ...sale, origin: 'customer', payments: qr } as const;
    expect(sumsOf(countedOfOrder(order, orders))).toEqual({ 'mercadopago-qr': 200 });
  });

  it('the cash that a rider collects comes with the payout, or with the order, never with both (N-09)', () => {
    const shipping = { status: 'SENDING', rider: null } as const;
    const order = { ...sale, shipping, payments: [paid('cash', 300), paid('card', 20)] };
    expect(sumsOf(countedOfOrder(order, { payouts: true }))).toEqual({ card: 20 });
    expect(sumsOf(countedOfOrder(order, { payouts: false }))).toEqual({ cash: 300, card: 20 });
    for (const without of [null, { status: 'CANCELLEDBYPROVIDER', rider: null } as const])
      expect(sumsOf(countedOfOrder({ ...order, shipping: without }, { payouts: true }))).toEqual({
        cash: 300,
        card: 20,
      });
  });

  it('a group counts at its end, with the part that is tip; what was charged online before', () => {
    const group = { tip: money(30), payments: [paid('cash', 330), paid('mercadopago-qr', 100)] };
    expect(sumsOf(countedOfGroup({ ...group, status: 'OPENED' }))).toEqual({ 'mercadopago-qr': 100 });
    expect(sumsOf(countedOfGroup({ ...group, status: 'COMPLETE' }))).toEqual({
      cash: 330,
      'mercadopago-qr': 100,
      tip: 30,
    });
    expect(countedOfGroup({ ...group, status: 'REJECTED' })).toEqual(nothingCounts);
  });
});

describe('the rows that are missing', () => {
  const counted = (sums: Partial<Record<PaymentMethod, number>>): CountedMoney => ({
    out: false,
    sums: new Map(Object.entries(sums).map(([method, amount]) => [method as PaymentMethod, money(amount)])),
  });
  it.each([
    ['a sale', counted({ cash: 100 }), [], [row('sale', 'cash', 100)]],
    ['nothing new', counted({ cash: 100 }), [row('sale', 'cash', 100)], []],
    ['more of it', counted({ cash: 130 }), [row('sale', 'cash', 100)], [row('change', 'cash', 30)]],
    [
      'another method',
      counted({ card: 100 }),
      [row('sale', 'cash', 100)],
      [row('sale', 'card', 100), row('change', 'cash', -100)],
    ],
    ['a rejection', nothingCounts, [row('sale', 'cash', 100)], [row('rejection', 'cash', -100)]],
    [
      'valid again, and more',
      counted({ cash: 150 }),
      [row('sale', 'cash', 100), row('rejection', 'cash', -100)],
      [row('rejection', 'cash', 100), row('change', 'cash', 50)],
    ],
    [
      'valid again, and less',
      counted({ cash: 40 }),
      [row('sale', 'cash', 100), row('rejection', 'cash', -100)],
      [row('rejection', 'cash', 40)],
    ],
    ['a part of it given back', counted({ cash: 100 }), [row('sale', 'cash', 100), row('refund', 'cash', -30)], []],
    [
      'a rejection after a refund takes out what is left',
      nothingCounts,
      [row('sale', 'cash', 100), row('refund', 'cash', -30)],
      [row('rejection', 'cash', -70)],
    ],
    [
      'valid again after a refund',
      counted({ cash: 100 }),
      [row('sale', 'cash', 100), row('refund', 'cash', -30), row('rejection', 'cash', -70)],
      [row('rejection', 'cash', 70)],
    ],
    ['never counted and rejected', nothingCounts, [], []],
  ])('%s', (_, now, booked, rows) => {
    expect(missingEntries(now, booked)).toEqual(rows);
  });
});

describe('what can be given back', () => {
  it('is what is booked of each method without tips; of a provider at most what it was not asked for yet', () => {
    const booked = [
      row('sale', 'cash', 100),
      row('refund', 'cash', -40),
      row('sale', 'card', 50),
      row('rejection', 'card', -50),
      row('sale', 'mercadopago-qr', 70),
      row('tip', 'tip', 10),
    ];
    expect([...refundable(booked, [])]).toEqual([['cash', 60]]);
    const qr = (id: number, left: number) => ({ id, method: 'mercadopago-qr' as const, left: money(left) });
    expect(refundable(booked, [qr(1, 30), qr(2, 20)]).get('mercadopago-qr')).toBe(50);
    // Not all that it charged is booked.
    expect(refundable(booked, [qr(1, 90)]).get('mercadopago-qr')).toBe(70);
  });

  it('goes back of the oldest payment first, never more of one than it has left, all of it together', () => {
    const lefts = fc.array(fc.nat(50), { maxLength: 5 });
    fc.assert(
      fc.property(lefts, fc.integer({ min: 1, max: 250 }), (amounts, wanted) => {
        const charged = amounts.map((left, id) => ({ id, method: 'mercadopago-qr' as const, left: money(left) }));
        const most = amounts.reduce((sum, left) => sum + left, 0);
        const parts = refundParts(money(wanted), charged);
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(Math.min(wanted, most));
        for (const part of parts) expect(part.amount).toBeLessThanOrEqual(amounts[part.id] ?? 0);
        // Every payment before the last part is used up.
        for (const part of parts.slice(0, -1)) expect(part.amount).toBe(amounts[part.id]);
      }),
    );
  });

  it.each([
    [null, { rule: 'required' }],
    [0, { rule: 'invalid' }],
    [-1, { rule: 'invalid' }],
    [61, { rule: 'max-value', max: 60 }],
    [60, null],
    [1, null],
  ])('%s of 60: %j', (amount, problem) =>
    expect(refundProblem(amount === null ? null : money(amount), money(60))).toEqual(problem),
  );
});

describe('the balance', () => {
  it('each sum by its formula; a rider’s money only if the register takes it (N-09)', () => {
    const entries: EntrySum[] = [
      { kind: 'sale', method: 'cash', amount: money(1_000) },
      { kind: 'change', method: 'cash', amount: money(-100) },
      { kind: 'sale', method: 'card', amount: money(500) },
      { kind: 'rejection', method: 'cash', amount: money(-300) },
      { kind: 'rejection', method: 'card', amount: money(-200) },
      { kind: 'refund', method: 'cash', amount: money(-40) },
      { kind: 'movement', method: 'cash', amount: money(-50) },
      { kind: 'payout', method: 'cash', amount: money(70) },
      { kind: 'tip', method: 'tip', amount: money(10) },
    ];
    const balance = balanceOf(entries, { open: money(200), flowsIn: money(25), payouts: true });
    expect(balance).toEqual({
      open: 200,
      payment_cash_in: 900,
      payment_totals: 1_400,
      payments_with_cash_in: 1_425,
      orders_rejecteds: 500,
      refunds_total: 40,
      payouts_total: 70,
      cashbox_flows: -50,
      in: new Map([
        ['cash', 900],
        ['card', 500],
      ]),
      out: new Map([
        ['cash', 340],
        ['card', 200],
      ]),
      tips: 10,
      calculated: 200 + 900 - 50 + 70 - 340,
    });
    const without = balanceOf(entries, { open: money(200), flowsIn: money(25), payouts: false });
    expect(without.calculated).toBe(balance.calculated - 70);
  });

  it('an order that an earlier register counted as rejected comes in when it is valid again; no sum is negative', () => {
    const balance = balanceOf([{ kind: 'rejection', method: 'cash', amount: money(80) }], {
      open: zero,
      flowsIn: zero,
      payouts: false,
    });
    expect([balance.payment_cash_in, balance.orders_rejecteds, balance.calculated]).toEqual([80, 0, 80]);
  });
});

it('PENDING, ACCEPTED and DELIVER are unfinished at the close (X-39)', () => {
  expect(orderStatuses.filter(isUnfinished)).toEqual(['PENDING', 'ACCEPTED', 'DELIVER']);
});

it('counted pieces add up in the minor units of the currency', () => {
  expect(piecesTotal({ '20000': 2, '0.5': 3 }, { symbol: '$ ', decimals: 2 })).toBe(4_000_150);
  expect(piecesTotal({ '100000': 3, '50': 1 }, { symbol: 'Gs. ', decimals: 0 })).toBe(300_050);
});

describe('random shifts', () => {
  const methods = ['cash', 'card', 'mercadopago-qr'] as const;
  const amount = fc.integer({ min: 0, max: 100_000 });
  const change = fc.record({
    do: fc.constant('order' as const),
    id: fc.integer({ min: 0, max: 4 }),
    status: fc.constantFrom<OrderStatus>('PENDING', 'ACCEPTED', 'COMPLETE', 'REJECTED'),
    payments: fc.array(
      fc.tuple(fc.constantFrom(...methods), amount, fc.constantFrom<PaymentStatus>('APPROVED', 'PENDING', 'REJECTED')),
      { maxLength: 3 },
    ),
    rider: fc.constantFrom<ShippingStatus | null>(null, 'SENDING', 'CANCELLEDBYSTORE'),
    gone: fc.boolean(),
  });
  const step = fc.oneof(
    change,
    fc.record({ do: fc.constant('flow' as const), amount: fc.integer({ min: -5_000, max: 5_000 }) }),
    fc.record({ do: fc.constant('payout' as const), amount }),
    fc.record({
      do: fc.constant('refund' as const),
      id: fc.integer({ min: 0, max: 4 }),
      share: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ do: fc.constant('close' as const), open: amount }),
  );
  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
  /** `given`: cash that was given back of it. */
  type Known = Change & { readonly given: number };
  const origins = ['store', 'customer', 'store', 'customer', 'store'] as const;

  /** What an order counts of a method, in other words than the register's. */
  function worth({ given, ...order }: Known, method: PaymentMethod, payouts: boolean): number {
    if (order.gone || order.status === 'REJECTED') return 0;
    return brings(order, method, payouts) - (method === 'cash' ? given : 0);
  }

  function brings({ id, status, payments, rider }: Change, method: PaymentMethod, payouts: boolean): number {
    if (origins[id] === 'customer' && status !== 'COMPLETE' && method !== 'mercadopago-qr') return 0;
    if (payouts && rider === 'SENDING' && method === 'cash') return 0;
    return payments.reduce((sum, [of, value, state]) => (of === method && state === 'APPROVED' ? sum + value : sum), 0);
  }

  it('10,000 of them: the balance is what each order changed between opening and close, plus what was moved (N-09)', () => {
    const play = (
      payouts: boolean,
      first: number,
      steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
    ) => {
      const ledger = new Map<number, EntrySum[]>();
      let shift: EntrySum[] = [];
      let open = money(first);
      let now = new Map<number, Known>();
      let atOpening = now;
      let [flows, flowsIn, brought] = [0, 0, 0];
      const wrong: unknown[] = [];
      const equal = (what: string, found: number, wanted: number): void => {
        if (found !== wanted) wrong.push([what, found, wanted]);
      };
      const check = (): void => {
        const balance = balanceOf(shift, { open, flowsIn: money(flowsIn), payouts });
        const net = (method: PaymentMethod): number => {
          const all = (of: ReadonlyMap<number, Known>) =>
            [...of.values()].reduce((sum, order) => sum + worth(order, method, payouts), 0);
          return all(now) - all(atOpening);
        };
        for (const method of methods) {
          const [came, went] = [balance.in.get(method) ?? 0, balance.out.get(method) ?? 0];
          equal(method, came - went, net(method));
          if (went < 0) wrong.push(['out', method, went]);
        }
        equal('calculated', balance.calculated, open + net('cash') + flows + (payouts ? brought : 0));
        equal('flows', balance.cashbox_flows, flows);
        equal('in', balance.payments_with_cash_in - balance.payment_totals, flowsIn);
        equal(
          'totals',
          balance.payment_totals - balance.orders_rejecteds - balance.refunds_total,
          methods.reduce((sum, m) => sum + net(m), 0),
        );
      };
      for (const one of steps) {
        if (one.do === 'order') {
          const shipping = one.rider && { status: one.rider, rider: null };
          const payments = one.payments.map(([method, value, status]) => paid(method, value, status));
          const order = { origin: origins[one.id] ?? 'store', status: one.status, payments, shipping };
          const counted = one.gone ? nothingCounts : countedOfOrder(order, { payouts });
          const known = ledger.get(one.id) ?? [];
          const missing = missingEntries(counted, known);
          ledger.set(one.id, [...known, ...missing]);
          shift.push(...missing);
          equal('twice', missingEntries(counted, [...known, ...missing]).length, 0);
          now = new Map(now).set(one.id, { ...one, given: now.get(one.id)?.given ?? 0 });
        } else if (one.do === 'refund') {
          const known = ledger.get(one.id) ?? [];
          const [order, left] = [now.get(one.id), refundable(known, []).get('cash')];
          if (!order || !left) continue;
          const back = money(Math.ceil(left / one.share));
          if (refundProblem(back, left)) wrong.push(['refused', back, left]);
          const entry = { kind: 'refund', method: 'cash', amount: subtract(zero, back) } as const;
          ledger.set(one.id, [...known, entry]);
          shift.push(entry);
          now = new Map(now).set(one.id, { ...order, given: order.given + back });
        } else if (one.do === 'flow') {
          shift.push({ kind: 'movement', method: 'cash', amount: money(one.amount) });
          flows += one.amount;
          flowsIn += Math.max(0, one.amount);
        } else if (one.do === 'payout') {
          shift.push({ kind: 'payout', method: 'cash', amount: money(one.amount) });
          brought += one.amount;
        } else {
          check();
          shift = [];
          open = money(one.open);
          atOpening = now;
          [flows, flowsIn, brought] = [0, 0, 0];
        }
      }
      check();
      expect(wrong).toEqual([]);
    };
    fc.assert(fc.property(fc.boolean(), amount, fc.array(step, { maxLength: 25 }), play), {
      numRuns: 10_000,
      seed: 20_261_125,
    });
  });
});
