import { expect, it } from 'vitest';
import { buildStore } from '#testing/builders.ts';
import { hasInvoice } from './can-invoice.ts';
import { orderStatuses } from './order.ts';
import { paperStatuses } from './paper/kinds.ts';
import { can } from './permissions.ts';
import { plans } from './store.ts';

/** The labels are those of printing-screen.test.tsx and sent-papers-screen.test.tsx. */
it('what of an order can be printed, by its status and the plan (B-80)', () => {
  const offered = orderStatuses.map((status) => [
    status,
    paperStatuses.commander.includes(status),
    paperStatuses.rejected.includes(status),
    paperStatuses.summary.includes(status),
  ]);
  expect(offered).toEqual([
    ['PAYING', false, false, true],
    ['PENDING', false, false, true],
    ['ACCEPTED', true, false, true],
    ['DELIVER', true, false, true],
    ['COMPLETE', true, false, true],
    ['REJECTED', false, true, true],
  ]);
  const { pivot } = buildStore();
  const billing = [{ type: 'billing' as const }];
  const ofPlans = plans.map((plan) => {
    const store = { plan, pivot, gateways: billing };
    return [plan, can('slip.print', store), hasInvoice({ billings_count: 1 }, store)];
  });
  expect(ofPlans).toEqual([
    ['free', false, false],
    ['standard', true, false],
    ['premium', true, true],
  ]);
  const premium = { plan: 'premium' as const, pivot };
  expect(hasInvoice({ billings_count: 0 }, { ...premium, gateways: billing })).toBe(false);
  expect(hasInvoice({ billings_count: 1 }, { ...premium, gateways: [] })).toBe(false);
});
