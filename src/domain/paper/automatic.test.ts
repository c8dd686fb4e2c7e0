import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#domain/order.ts';
import { printsByItself } from './automatic.ts';
import type { OrderPaper } from './kinds.ts';

describe('what an order prints by itself', () => {
  const statusesOf = (paper: OrderPaper, order_group_id: number | null = null) =>
    orderStatuses.filter((status) => printsByItself(paper, { status, order_group_id }));

  it('its comanda while ACCEPTED or DELIVER, at a table too (P-30)', () => {
    expect(statusesOf('commander').toSorted()).toEqual(['ACCEPTED', 'DELIVER']);
    expect(statusesOf('commander', 7).toSorted()).toEqual(['ACCEPTED', 'DELIVER']);
  });

  it('the rejected ticket when REJECTED, and nothing else then (P-31)', () => {
    expect(statusesOf('rejected')).toEqual(['REJECTED']);
    for (const paper of ['commander', 'summary'] as const) expect(statusesOf(paper)).not.toContain('REJECTED');
  });

  it('its summary when DELIVER or COMPLETE, and none with order_group_id (P-32)', () => {
    expect(statusesOf('summary').toSorted()).toEqual(['COMPLETE', 'DELIVER']);
    expect(statusesOf('summary', 7)).toEqual([]);
  });
});
