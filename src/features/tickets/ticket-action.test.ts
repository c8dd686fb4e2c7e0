import { describe, expect, it } from 'vitest';
import { offers } from '#data/orders/order-action.ts';
import type { Role } from '#domain/roles.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { ticketAction } from './ticket-action.tsx';

const gateway = (support: boolean) => ({
  id: 1,
  type: 'shipping' as const,
  name: 'Cadetes',
  service: 'sandbox',
  config: { support, order_ready: false, delay: 0, delay_display: null },
  public_key: null,
});
const storeOf = (role: Role, support = true) => {
  const store = buildStore();
  return { ...store, gateways: [gateway(support)], pivot: { ...store.pivot, role } };
};

describe("'Ticket' among the options of an order", () => {
  it.each<[Role, boolean]>([
    ['owner', true],
    ['manager', true],
    ['operator', true],
    ['seller', false],
    ['consultant', false],
    ['kitchen', false],
  ])('for %s: %s (U-08, D-31)', (role, offered) => {
    expect(offers(ticketAction, buildOrder(), storeOf(role))).toBe(offered);
  });

  it('not without anybody to write to, nor before the server knows the order', () => {
    expect(offers(ticketAction, buildOrder(), storeOf('owner', false))).toBe(false);
    expect(offers(ticketAction, buildOrder({ id: null, number: null }), storeOf('owner'))).toBe(false);
  });

  it('is called what the specification calls it', () => {
    expect(ticketAction.label(buildOrder())).toBe('Ticket');
  });
});
