import { describe, expect, it } from 'vitest';
import {
  countryOfPhone,
  customerPays,
  metresBetween,
  paysAsCustomer,
  resumeChange,
  trackingRefreshMs,
  withResume,
} from './customer.ts';
import { orderStatuses, rejectReasons } from './order.ts';
import { abilityRules, can } from './permissions.ts';
import { customerRole } from './roles.ts';
import { customerImmediateServices, paymentMethods, plans } from './store.ts';
import { buildStore } from '#testing/builders.ts';

const customer = { role: customerRole } as const;

describe('a customer', () => {
  it.each(plans)('orders, reads and pays their own orders on the plan %s, and has no other right', (plan) => {
    const granted = Object.entries(abilityRules).flatMap(([ability, rule]) =>
      rule.scope === 'store' && rule.roles.includes(customerRole) ? [ability] : [],
    );
    expect(granted).toEqual([
      'store.read',
      'catalog.read',
      'order.read',
      'order.create',
      'promocode.use',
      'order.readMoney',
      'payment.read',
      'payment.cancel',
    ]);
    const member = { pivot: customer, plan };
    expect([can('order.create', member), can('promocode.use', member), can('order.discount', member)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('pays by cash or by a card that is charged online, once, for the whole total (N-42)', () => {
    expect(paymentMethods.filter(customerPays)).toEqual(['cash', 'mercadopago-online']);
    const cash = { method: 'cash', amount: 10 } as const;
    expect(paysAsCustomer([cash], 10)).toBe(true);
    expect([[], [{ ...cash, amount: 9 }], [cash, cash]].map((rows) => paysAsCustomer(rows, 10))).toEqual([
      false,
      false,
      false,
    ]);
    expect(paysAsCustomer([{ method: 'agree', amount: 10 }], 10)).toBe(false);
  });

  it('orders for now only from an open store, and never in the venue (N-54)', () => {
    const store = buildStore();
    expect(customerImmediateServices({ ...store, allowImmediateRequests: true })).toEqual(['TAKEAWAY', 'DELIVERY']);
    expect(customerImmediateServices({ ...store, allowImmediateRequests: false })).toEqual([]);
  });
});

describe('the counts of a customer', () => {
  const ends: Parameters<typeof resumeChange>[0][] = [
    ...orderStatuses.map((status) => ({ status, reject_reason: null })),
    ...rejectReasons.map((reject_reason) => ({ status: 'REJECTED', reject_reason }) as const),
  ];

  it('of any changes in a row add up to how the order stands', () => {
    for (const first of ends)
      for (const then of ends) {
        const change = resumeChange(first, then) ?? { success: 0, false_order: 0 };
        const back = resumeChange(then, first) ?? { success: 0, false_order: 0 };
        expect([change.success + back.success, change.false_order + back.false_order]).toEqual([0, 0]);
      }
    const pending = { status: 'PENDING', reject_reason: null } as const;
    expect(resumeChange(pending, { status: 'COMPLETE', reject_reason: null })).toEqual({ success: 1, false_order: 0 });
    expect(resumeChange(pending, { status: 'REJECTED', reject_reason: 'false_order' })).toEqual({
      success: 0,
      false_order: 1,
    });
    expect(resumeChange(pending, { status: 'REJECTED', reject_reason: 'closed' })).toBeNull();
  });

  it('are shown as they are after the change', () => {
    const fede = { id: 6, fullname: 'Fede', confidence: 8 };
    expect(withResume(fede, { success: 1, false_order: 0 }).orders_resume).toEqual({
      success: { count: 1 },
      false_order: { count: 0 },
    });
  });
});

describe('metresBetween', () => {
  it('is a hundred and eleven kilometres for a degree, and half the earth for its other side', () => {
    expect(Math.round(metresBetween({ lat: 0, lng: 0 }, { lat: 1, lng: 0 }) / 1_000)).toBe(111);
    expect(metresBetween({ lat: 5, lng: 5 }, { lat: 5, lng: 5 })).toBe(0);
    expect(Math.round(metresBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }) / 1_000)).toBe(20_015);
  });
});

describe('what a customer follows', () => {
  it('is read again every 30 s until it is ready, every 60 s on its way, and not after its end', () => {
    expect(Object.fromEntries(orderStatuses.map((status) => [status, trackingRefreshMs(status)]))).toEqual({
      PAYING: 30_000,
      PENDING: 30_000,
      ACCEPTED: 30_000,
      DELIVER: 60_000,
      COMPLETE: false,
      REJECTED: false,
    });
  });

  it('is searched in the country of their phone', () => {
    expect(['+5491145550106', '+595981555019', '+34911234567', null].map(countryOfPhone)).toEqual([
      'AR',
      'PY',
      'AR',
      'AR',
    ]);
  });
});
