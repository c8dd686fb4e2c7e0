import { describe, expect, it } from 'vitest';
import { isPayoutCode, payoutCode } from './payouts.ts';
import type { Ticket, TicketMessage } from './tickets.ts';
import { hasSupport, messageText, newestTickets, ticketOfOrder, unreadBy, unreadInAll, withTicket } from './tickets.ts';
import { instant } from './time.ts';

const ticket = (id: number, more: Partial<Ticket> = {}): Ticket => ({
  id,
  order_id: 7,
  order: { id: 7, number: 12 },
  reason: 'delay',
  status: 'open',
  members: [],
  messages: [],
  updated_at: instant(id),
  new_messages_count: 0,
  ver: 1,
  ...more,
});

describe('tickets', () => {
  it.each<[string, Pick<TicketMessage, 'from' | 'read_by'>[], number]>([
    ['nothing', [], 0],
    ['what support wrote', [{ from: 'core', read_by: [] }], 1],
    ['what another has read', [{ from: 'core', read_by: [2] }], 1],
    ['what this person has read', [{ from: 'core', read_by: [2, 1] }], 0],
    ['what the store wrote', [{ from: 'store', read_by: [] }], 0],
  ])('of %s so much is unread (B-07)', (_, messages, count) => {
    expect(unreadBy(messages, 1)).toBe(count);
  });

  it('the badge counts the unread of all (B-07)', () => {
    expect(unreadInAll([ticket(1, { new_messages_count: 2 }), ticket(2), ticket(3, { new_messages_count: 1 })])).toBe(
      3,
    );
  });

  it('the last that something happened in stands first (U-01)', () => {
    const same = instant(50);
    const list = [ticket(1, { updated_at: same }), ticket(9), ticket(2, { updated_at: same })];
    expect(newestTickets(list).map((t) => t.id)).toEqual([2, 1, 9]);
  });

  it.each<[string, Ticket[], number | null]>([
    ['none', [ticket(1, { order_id: 8 })], null],
    ['the open one, though another is newer', [ticket(1), ticket(2, { status: 'closed' })], 1],
    ['the last that was closed', [ticket(1, { status: 'closed' }), ticket(2, { status: 'closed' })], 2],
  ])('an order shows %s (U-06)', (_, list, id) => {
    expect(ticketOfOrder(list, 7)?.id ?? null).toBe(id);
  });

  it('an older answer changes nothing, a newer one takes its place, an unknown one joins (R-23)', () => {
    const known = [ticket(2, { ver: 3 }), ticket(1)];
    expect(withTicket(known, ticket(2, { ver: 3, status: 'closed' }))).toBe(known);
    expect(withTicket(known, ticket(1, { ver: 2, updated_at: instant(90) })).map((t) => [t.id, t.ver])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(withTicket(known, ticket(3)).map((t) => t.id)).toEqual([3, 2, 1]);
  });

  it.each([
    ['', null],
    [' \n\t ', null],
    ['  hola ', 'hola'],
  ])('%j is sent as %j (U-12)', (typed, text) => {
    expect(messageText(typed)).toBe(text);
  });

  it('a store without a gateway that gives support has nobody to write to (T-04)', () => {
    const of = (support: boolean) => ({ config: { support } });
    expect([hasSupport([]), hasSupport([of(false)]), hasSupport([of(false), of(true)])]).toEqual([false, false, true]);
  });
});

describe('the code of a payout', () => {
  it.each([
    ['4821', true],
    [' 48 21 ', true],
    ['482', false],
    ['48211', false],
    ['', false],
  ])('%j is it: %s (U-23)', (typed, right) => {
    expect(isPayoutCode({ code: '4821' }, typed)).toBe(right);
  });

  it.each(['1234', '12345', '123456'])('%s has 4 to 6 digits (U-21)', (code) => {
    expect(payoutCode.test(code)).toBe(true);
  });

  it.each(['123', '1234567', '12a4', ''])('%s is no code (U-21)', (code) => {
    expect(payoutCode.test(code)).toBe(false);
  });
});
