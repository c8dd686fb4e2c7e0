import { describe, expect, it } from 'vitest';
import { boardStatuses, orderStatuses } from './order.ts';
import { actionOfLetter, delayAction, isAllowed, rejectAction, statusActions } from './order-actions.ts';
import { kitchenRole, roles, type Role } from './roles.ts';
import { plans } from './store.ts';

const actions = [...statusActions, delayAction, rejectAction];
const allowed = (role: Role, status: (typeof orderStatuses)[number]): string[] =>
  actions.filter((action) => isAllowed(action, { status }, { pivot: { role }, plan: 'free' })).map(({ id }) => id);

describe('what a letter does to an order', () => {
  const idOf = (letter: string, status: (typeof orderStatuses)[number]) =>
    actionOfLetter(actions, letter, { status })?.id;

  it('accepts what is waiting, finishes anything on the board, asks for a rejection (D1, D3)', () => {
    expect(boardStatuses.map((status) => idOf('a', status))).toEqual(['status.ACCEPTED', undefined, undefined]);
    expect(boardStatuses.map((status) => idOf('F', status))).toEqual(Array(3).fill('status.COMPLETE'));
    expect(boardStatuses.map((status) => idOf('R', status))).toEqual(Array(3).fill('reject'));
  });

  it('does nothing for another key, and nothing to what is not on the board', () => {
    for (const status of orderStatuses) {
      expect(idOf('x', status)).toBeUndefined();
      if (!boardStatuses.some((s) => s === status)) expect(idOf('f', status)).toBeUndefined();
    }
  });
});

describe('who may do what to an order', () => {
  it('admins change any status that the table allows, delay and reject (B-57, B-58, B-60, D-19)', () => {
    expect(allowed('operator', 'PENDING')).toEqual([
      'status.ACCEPTED',
      'status.DELIVER',
      'status.COMPLETE',
      'delay',
      'reject',
    ]);
    expect(allowed('owner', 'COMPLETE')).toEqual(['status.PENDING', 'status.ACCEPTED', 'status.DELIVER', 'reject']);
    expect(allowed('manager', 'REJECTED')).toEqual([
      'status.PENDING',
      'status.ACCEPTED',
      'status.DELIVER',
      'status.COMPLETE',
    ]);
  });

  it('a kitchen screen takes the next step and nothing else', () => {
    expect(orderStatuses.map((status) => allowed(kitchenRole, status))).toEqual([
      [],
      ['status.ACCEPTED'],
      ['status.DELIVER'],
      ['status.COMPLETE'],
      [],
      [],
    ]);
  });

  it('a seller and a consultant do nothing to an order, on any plan', () => {
    for (const role of roles.filter((r) => r === 'seller' || r === 'consultant'))
      for (const plan of plans)
        for (const status of orderStatuses)
          expect(actions.filter((a) => isAllowed(a, { status }, { pivot: { role }, plan }))).toEqual([]);
  });
});
