import { describe, expect, it } from 'vitest';
import { pesos } from '#testing/builders.ts';
import { buildOrderGroup } from '#testing/builders-groups.ts';
import {
  activeGroup,
  codeFlow,
  groupAmounts,
  groupRefusal,
  groupStatuses,
  groupSubtotal,
  orderStatusInGroup,
  placeState,
  stateOfAll,
} from './order-group.ts';
import { instant } from './time.ts';

describe('a group', () => {
  it('occupies its code while it is OPENED or PAYING (G-28)', () => {
    for (const status of groupStatuses) {
      const group = buildOrderGroup({ status });
      const active = status === 'OPENED' || status === 'PAYING';
      expect([status, activeGroup([group], group.code.id)]).toEqual([status, active ? group : null]);
    }
    expect(activeGroup([buildOrderGroup()], 999)).toBeNull();
  });

  it.each([
    ['OPENED', 'COMPLETE', null],
    ['OPENED', 'REJECTED', null],
    ['OPENED', 'PAYING', 'group-reopen'],
    ['PAYING', 'COMPLETE', 'group-paying'],
    ['PAYING', 'REJECTED', null],
    ['COMPLETE', 'REJECTED', null],
    ['COMPLETE', 'OPENED', 'group-reopen'],
    ['REJECTED', 'COMPLETE', null],
    ['REJECTED', 'OPENED', 'group-reopen'],
    ['OPENED', 'OPENED', 'group-unchanged'],
  ] as const)('from %s to %s: %s', (from, to, refusal) => {
    expect(groupRefusal(from, to)).toBe(refusal);
  });

  it('ends its orders with it (N-11)', () => {
    const since = instant(1_000);
    const order = (status: 'PENDING' | 'DELIVER' | 'COMPLETE' | 'REJECTED', at = 0) => ({
      status,
      reject_reason: status === 'REJECTED' ? ('by_store' as const) : null,
      status_at: instant(at),
    });
    const open = { status: 'OPENED', since } as const;
    const rejected = { status: 'REJECTED', since } as const;
    expect(orderStatusInGroup(order('PENDING'), 'COMPLETE', open)).toBe('COMPLETE');
    expect(orderStatusInGroup(order('DELIVER'), 'REJECTED', open)).toBe('REJECTED');
    expect(orderStatusInGroup(order('COMPLETE'), 'COMPLETE', open)).toBeNull();
    expect(orderStatusInGroup(order('REJECTED'), 'COMPLETE', open)).toBeNull();
    // Rejected with the group, and long before it.
    expect(orderStatusInGroup(order('REJECTED', 1_000), 'COMPLETE', rejected)).toBe('COMPLETE');
    expect(orderStatusInGroup(order('REJECTED', 999), 'COMPLETE', rejected)).toBeNull();
  });

  it('counts its orders that are not rejected; its discount counts up to them (N-11)', () => {
    const subtotal = groupSubtotal([
      { status: 'PENDING', total: pesos(10) },
      { status: 'COMPLETE', total: pesos(5.5) },
      { status: 'REJECTED', total: pesos(99) },
    ]);
    expect(subtotal).toBe(pesos(15.5));
    expect(groupAmounts(subtotal, pesos(5))).toMatchObject({ discount: pesos(5), total: pesos(10.5) });
    expect(groupAmounts(subtotal, pesos(20))).toMatchObject({ discount: pesos(15.5), total: 0 });
  });
});

describe('how a code is shown', () => {
  it.each([
    [1, null, 'waiting'],
    [2, 'OPENED', 'waiting'],
    [1, 'PAYING', 'waiting'],
    [0, 'PAYING', 'paying'],
    [0, 'OPENED', 'open'],
    [0, null, 'free'],
  ] as const)('%i waiting, group %s: %s (G-08)', (waiting, status, state) => {
    expect(placeState(waiting, status && { status })).toBe(state);
  });

  it.each([
    [['free', 'open', 'paying', 'waiting'], 'waiting'],
    [['free', 'open', 'paying'], 'paying'],
    [['free', 'open'], 'open'],
    [['free'], 'free'],
    [[], 'free'],
  ] as const)('several together: %j is %s', (states, all) => {
    expect(stateOfAll(states)).toBe(all);
  });
});

it.each([
  ['a bar place', false, null, true, 'order'],
  ['a free table', true, null, true, 'open'],
  ['a free table', true, null, false, 'open'],
  ['an open table', true, 'OPENED', true, 'detail'],
  ['an open table', true, 'OPENED', false, 'add'],
  ['a table that is being paid', true, 'PAYING', true, 'paying'],
  ['a table that is being paid', true, 'PAYING', false, 'wait'],
] as const)('%s (group %s, %s), admin %s: %s (G-22, G-24, G-25, G-26)', (_what, group, status, isAdmin, to) => {
  const known = status === null ? null : buildOrderGroup({ status });
  expect(codeFlow({ group }, known, isAdmin).to).toBe(to);
});
