// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { cashboxQuery, shownCashbox } from '#data/cashbox/cashbox.ts';
import { balanceOf, cashboxAge } from '#domain/cashbox.ts';
import { flowProblem } from '#domain/cash-count.ts';
import { countedProblem } from '#domain/cash-count.ts';
import type { Cashbox } from '#domain/cashbox.ts';
import { money, zero } from '#domain/money.ts';
import { after, instant } from '#domain/time.ts';
import { differenceText } from '#texts/register.ts';
import { amountWords, typedAmount } from './amount-field.tsx';
import { unfinishedText } from './texts.ts';

const currency = { symbol: '$ ', decimals: 2 };
const guaranies = { symbol: 'Gs. ', decimals: 0 };
const required = 'Este campo es obligatorio';
const least = 'Este campo debe tener un valor mínimo de 0';

describe('amounts of the register', () => {
  it.each([
    ['', required],
    ['-1', least],
    ['0', undefined],
    ['10', undefined],
  ])('opening with %j: %s (X-11, X-12, N-44)', (typed, words) => {
    expect(amountWords(typedAmount(typed, currency), countedProblem)).toBe(words);
  });

  it.each([
    ['', required],
    ['-1', least],
    ['0', undefined],
  ])('closing with %j: %s (X-35)', (typed, words) => {
    expect(amountWords(typedAmount(typed, currency), countedProblem)).toBe(words);
  });

  it.each([
    ['1e9', undefined],
    ['1,234', undefined],
    ['9'.repeat(1_000_000), undefined],
    ['1.000,50', 100_050],
    ['-100', -10_000],
  ])('reads %.12s', (typed, amount) => {
    expect(typedAmount(typed, currency)).toBe(amount);
  });

  it('a guaraní has no decimals', () => {
    expect([typedAmount('1.000', guaranies), typedAmount('1.000,5', guaranies)]).toEqual([1_000, undefined]);
  });

  it('a movement may be negative, and 0 is none (X-30, N-10)', () => {
    expect(flowProblem(money(-10_000))).toBeNull();
    expect(flowProblem(zero)).toEqual({ rule: 'invalid' });
    expect(flowProblem(null)).toEqual({ rule: 'required' });
  });

  it.each([
    [-50_000, 'Faltan $\u00A0500,00'],
    [50_000, 'Sobran $\u00A0500,00'],
    [0, 'Coincide con lo esperado'],
  ])('a difference of %i is told in words', (difference, words) => {
    expect(differenceText(money(difference), currency)).toBe(words);
  });
});

it.each([
  [0, null],
  [1, 'Hay 1 pedido pendiente de finalización.'],
  [2, 'Hay 2 pedidos pendientes de finalización.'],
])('%i unfinished orders at the close (X-38)', (count, words) => {
  expect(unfinishedText(count)).toBe(words);
});

it('the age of a register counts up to its limit and then says so (X-44, N-09)', () => {
  const opened = instant(Date.UTC(2026, 10, 25, 12));
  const at = (hours: number) => cashboxAge(opened, after(opened, hours * 3_600_000), 24);
  expect(at(0.9)).toEqual({ hours: 0, passed: false });
  expect(at(23.9)).toEqual({ hours: 23, passed: false });
  expect(at(24)).toEqual({ hours: 24, passed: true });
  expect(at(50)).toEqual({ hours: 24, passed: true });
  // A clock that is behind the server's.
  expect(at(-2)).toEqual({ hours: 0, passed: false });
});

it('the register is read again every 600,000 ms (X-42)', () => {
  expect(cashboxQuery({ id: 1, currency }).refetchInterval).toBe(600_000);
});

it('an unsent movement is in the list and in the sums, of its own register only', () => {
  const open = money(1_000);
  const register: Cashbox = {
    id: 4,
    opened_at: instant(0),
    opened_by: 'Ana',
    closed_at: null,
    closed_by: null,
    counted: null,
    expected: null,
    pieces: null,
    difference_reason: null,
    observations: null,
    balance: balanceOf([], { open, flowsIn: zero, payouts: true }),
    flows: [],
  };
  const args = { storeId: 1, currency, type: 'cash_out', description: null, by: 'Ana', at: instant(5) } as const;
  const shown = shownCashbox(register, [
    { ...args, cashboxId: 4, amount: money(-300) },
    { ...args, cashboxId: 5, amount: money(-7) },
  ]);
  expect(shown.flows.map(({ amount, waiting }) => [amount, waiting])).toEqual([[-300, true]]);
  expect([shown.balance.cashbox_flows, shown.balance.calculated, shown.balance.payments_with_cash_in]).toEqual([
    -300, 700, 0,
  ]);
});
