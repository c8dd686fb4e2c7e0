import { describe, expect, it } from 'vitest';
import { letterStatus } from './order-letters.ts';
import { boardStatuses, orderStatuses } from './order.ts';

describe('letters of an order', () => {
  it('A accepts what waits, F finishes, R rejects, in either case (SCREENS D1)', () => {
    expect(boardStatuses.map((status) => letterStatus('a', status))).toEqual(['ACCEPTED', null, null]);
    expect(boardStatuses.map((status) => letterStatus('F', status))).toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE']);
    expect(boardStatuses.map((status) => letterStatus('R', status))).toEqual(['REJECTED', 'REJECTED', 'REJECTED']);
  });

  it('does nothing to an order that is over or being paid, nor for another key', () => {
    for (const status of orderStatuses) {
      expect(letterStatus('x', status)).toBeNull();
      if (!['PENDING', 'ACCEPTED', 'DELIVER'].includes(status)) expect(letterStatus('f', status)).toBeNull();
    }
  });
});
