import { expect, it } from 'vitest';
import { shippingStatuses } from './order.ts';
import { shippingFollows } from './order-progress.ts';

it('goes on, is cancelled at any time, and ends', () => {
  const forward = ['PENDING', 'ARRIVING', 'INSTORE', 'SENDING', 'DELIVERED'] as const;
  for (const [i, from] of forward.entries())
    for (const [j, to] of forward.entries()) expect([from, to, shippingFollows(from, to)]).toEqual([from, to, j > i]);
  for (const cancelled of ['CANCELLEDBYUSER', 'CANCELLEDBYSTORE', 'CANCELLEDBYPROVIDER'] as const) {
    for (const from of forward) expect(shippingFollows(from, cancelled)).toBe(from !== 'DELIVERED');
    for (const to of shippingStatuses) expect(shippingFollows(cancelled, to)).toBe(false);
  }
  for (const to of shippingStatuses) expect(shippingFollows(null, to)).toBe(true);
});
