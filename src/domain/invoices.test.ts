import { describe, expect, it } from 'vitest';
import { canInvoice, canInvoiceGroup, hasInvoice, invoicesIn } from './can-invoice.ts';
import {
  arcaCondition,
  arIdTypeNames,
  arIdTypes,
  checkInvoice,
  formatIdNumber,
  idProblem,
  type InvoiceData,
  invoiceLetters,
  isCuit,
  offeredInvoiceTypes,
  pyCheckDigit,
  readRuc,
} from './invoices.ts';
import { money } from './money.ts';
import { groupStatuses } from './order-group.ts';
import { orderStatuses } from './order.ts';
import { roles } from './roles.ts';
import { plans } from './store.ts';

const member = (plan: (typeof plans)[number], gateways: readonly { readonly type: 'billing' | 'payment' }[]) => ({
  plan,
  gateways,
  pivot: { role: 'seller', owner: false, config: { vatCategory: 1 } } as const,
});
const premium = member('premium', [{ type: 'billing' }]);

describe('what can be invoiced', () => {
  const order = { id: 1, code: null, status: 'PENDING', total: money(100), billings_count: 0 } as const;
  const bar = { id: 1, code: 'B1', description: 'Barra 1', group: false };

  it('an order: only with premium, a billing gateway, no group code and no billing yet (B-78)', () => {
    for (const plan of plans)
      for (const gateways of [[], [{ type: 'payment' }], [{ type: 'billing' }]] as const)
        for (const code of [null, bar, { ...bar, group: true }])
          for (const billings_count of [0, 1]) {
            const allowed =
              plan === 'premium' &&
              gateways.some((g) => g.type === 'billing') &&
              code?.group !== true &&
              billings_count === 0;
            expect(canInvoice({ ...order, code, billings_count }, member(plan, gateways))).toBe(allowed);
          }
  });

  it('neither an order without a number of the server, nor one that is being paid, was rejected or costs nothing', () => {
    const allowed = orderStatuses.filter((status) => canInvoice({ ...order, status }, premium));
    expect(allowed).toEqual(orderStatuses.filter((s) => s !== 'PAYING' && s !== 'REJECTED'));
    expect(canInvoice({ ...order, id: null }, premium)).toBe(false);
    expect(canInvoice({ ...order, total: money(0) }, premium)).toBe(false);
  });

  it('a table: premium with billing gateway, no billing yet and status COMPLETE (G-37)', () => {
    for (const plan of plans)
      for (const gateways of [[], [{ type: 'billing' }]] as const)
        for (const status of groupStatuses)
          for (const billings_count of [0, 1]) {
            const group = { id: 1, total: money(100), status, billings_count };
            const allowed = plan === 'premium' && gateways.length > 0 && status === 'COMPLETE' && billings_count === 0;
            expect(canInvoiceGroup(group, member(plan, gateways))).toBe(allowed);
          }
  });

  it('its invoice: premium with billing gateway and at least one billing (G-35, P-29)', () => {
    for (const plan of plans)
      for (const gateways of [[], [{ type: 'billing' }]] as const)
        for (const billings_count of [0, 1, 2])
          expect(hasInvoice({ billings_count }, member(plan, gateways))).toBe(
            plan === 'premium' && gateways.length > 0 && billings_count > 0,
          );
  });

  it('by every person of the store', () => {
    for (const role of roles) expect(invoicesIn({ ...premium, pivot: { ...premium.pivot, role } })).toBe(true);
  });
});

describe('the letters', () => {
  it('A is 1, B is 6, C is 11 (I-04)', () => expect(invoiceLetters).toEqual({ 1: 'A', 6: 'B', 11: 'C' }));
  it('CUIT is 80, CUIL is 86, DNI is 96 (M-18)', () => {
    expect(arIdTypes).toEqual({ CUIT: 80, CUIL: 86, DNI: 96 });
    expect(arIdTypeNames).toEqual({ 80: 'CUIT', 86: 'CUIL', 96: 'DNI' });
  });
  it('follow the condition of the store; without one there are none', () => {
    expect(offeredInvoiceTypes(1)).toEqual({ types: [1, 6], preselected: 6 });
    expect(offeredInvoiceTypes(2)).toEqual({ types: [11], preselected: 11 });
    expect(offeredInvoiceTypes(null)).toBeNull();
  });
});

describe('documents of people', () => {
  it('a CUIT has a check digit', () => {
    expect(['20-12345678-6', '30711111111', '30 71111111 1'].map(isCuit)).toEqual([true, true, true]);
    expect(['20123456785', '2012345678', '201234567860', '', 'abc'].map(isCuit)).toEqual(Array(5).fill(false));
  });
  it('a RUC and a CDC have the check digit of Paraguay', () => {
    expect(pyCheckDigit('0144444401700100100145282201701251587326098')).toBe(8);
    expect(readRuc('80012345-0')).toEqual({ number: '80012345', check: '0' });
    expect(readRuc('800123450')).toEqual({ number: '80012345', check: '0' });
    expect(readRuc('80012345-1')).toBeNull();
  });
  it('each kind is checked by its own rule', () => {
    expect(idProblem(80, '20123456785')).toBe('cuit');
    expect(idProblem(86, '20123456785')).toBe('cuil');
    expect(['123456', '1234567', '12.345.678', '123456789'].map((n) => idProblem(96, n))).toEqual([
      'dni',
      null,
      null,
      'dni',
    ]);
    expect(['1234', '12345', '12345678', '123456789'].map((n) => idProblem('CI', n))).toEqual(['ci', null, null, 'ci']);
    expect(idProblem('RUC', '80012345-1')).toBe('ruc');
  });
  it('get their signs while they are typed', () => {
    expect(['20', '20123', '20123456786'].map((t) => formatIdNumber(80, t))).toEqual(['20', '20-123', '20-12345678-6']);
    expect(formatIdNumber(96, '12345678')).toBe('12.345.678');
    expect(formatIdNumber('RUC', '800123450')).toBe('80012345-0');
  });
});

describe('the form', () => {
  const limits = { identifyFrom: money(1_000), total: money(999), vatCategory: 1 } as const;
  const final: InvoiceData = { invoiceType: 6, customerType: 'final', vatCategory: 0, customerIdType: 96 };
  const other = {
    customerType: 'other',
    customerName: 'Ana',
    customerIdType: 80,
    customerIdNumber: '20123456786',
  } as const;
  const problems = (data: InvoiceData, more: Partial<typeof limits> | { total: ReturnType<typeof money> } = {}) => {
    const checked = checkInvoice(data, { ...limits, ...more });
    return checked.ok ? {} : checked.failure.fields;
  };

  it('has only these checks: CUIT for A, digits, name, class and condition, identification from an amount on (I-12, N-46)', () => {
    expect(problems(final)).toEqual({});
    expect(problems({ ...final, ...other, invoiceType: 1, vatCategory: 1 })).toEqual({});
    expect(problems({ ...final, invoiceType: 1 })).toEqual({
      customerType: [{ rule: 'invoice', problem: 'needs-cuit' }],
    });
    expect(
      problems({
        ...final,
        ...other,
        invoiceType: 1,
        vatCategory: 1,
        customerIdType: 96,
        customerIdNumber: '12345678',
      }),
    ).toEqual({
      customerIdType: [{ rule: 'invoice', problem: 'needs-cuit' }],
    });
    expect(problems({ ...final, ...other, customerIdNumber: '20123456785' })).toEqual({
      customerIdNumber: [{ rule: 'invoice', problem: 'cuit' }],
    });
    expect(problems({ ...final, ...other, customerName: ' ', customerIdNumber: '' })).toEqual({
      customerName: [{ rule: 'required' }],
      customerIdNumber: [{ rule: 'required' }],
    });
    expect(problems({ ...final, ...other, vatCategory: 1 })).toEqual({
      vatCategory: [{ rule: 'invoice', problem: 'class' }],
    });
    expect(problems(final, { total: money(1_000) })).toEqual({
      customerType: [{ rule: 'invoice', problem: 'identify' }],
    });
    expect(problems({ ...final, invoiceType: 11 })).toEqual({ invoiceType: [{ rule: 'invoice', problem: 'type' }] });
  });

  it('knows the two positions of the category 2: Exento gets B, Monotributo gets A', () => {
    const two = { ...final, ...other, vatCategory: 2 } as const;
    expect([arcaCondition({ ...two, exempt: true }), arcaCondition(two)]).toEqual([4, 6]);
    expect([problems({ ...two, exempt: true }), problems({ ...two, invoiceType: 1 })]).toEqual([{}, {}]);
    expect([problems(two), problems({ ...two, invoiceType: 1, exempt: true })]).toEqual([
      { vatCategory: [{ rule: 'invoice', problem: 'class' }] },
      { vatCategory: [{ rule: 'invoice', problem: 'class' }] },
    ]);
  });
});
