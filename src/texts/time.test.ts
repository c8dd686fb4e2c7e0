import { describe, expect, it } from 'vitest';
import { cardTimer } from '#domain/order-timer.ts';
import type { Order } from '#domain/order.ts';
import { after, instantFromIso, minutes, wallTime } from '#domain/time.ts';
import type { Instant, Weekday } from '#domain/time.ts';
import {
  durationLabel,
  hourLabel,
  shortDateLabel,
  timerLabel,
  toBeConfirmed,
  weekdayLabels,
  whenLabel,
} from './time.ts';
import { buildStore } from '#testing/builders.ts';
import { newOrderEstimate, orderEstimate } from './estimates.ts';
import { dateLabel, dayOptionLabel } from './dates.ts';

const buenosAires = 'America/Argentina/Buenos_Aires';

function at(iso: string): Instant {
  const read = instantFromIso(iso);
  if (read === null) throw new RangeError(iso);
  return read;
}

/** Saturday, 20:00 in Buenos Aires. */
const now = at('2026-11-21T23:00:00Z');

type Timed = Pick<Order, 'status' | 'is_scheduled' | 'ready_by' | 'created_at'>;
const accepted = (ready: Instant | null): Timed => ({
  status: 'ACCEPTED',
  is_scheduled: false,
  ready_by: ready,
  created_at: now,
});
const label = (order: Timed): string => timerLabel(cardTimer(order, now), now, buenosAires);

describe('times as people read them', () => {
  it('writes HH:mm Hs in the zone of the store (K-85, N-08)', () => {
    expect(hourLabel(at('2026-11-21T23:05:00Z'), buenosAires)).toBe('20:05 Hs');
    expect(hourLabel(at('2026-11-22T02:59:00Z'), buenosAires)).toBe('23:59 Hs');
    expect(hourLabel(at('2026-11-22T03:00:00Z'), buenosAires)).toBe('00:00 Hs');
  });

  it('has Spanish names of days and months (F-05, K-39)', () => {
    expect(dateLabel('2026-11-21')).toBe('sábado 21 de noviembre');
    expect(dateLabel('2027-01-03')).toBe('domingo 3 de enero');
    expect(dayOptionLabel('2026-06-05')).toBe('Viernes 5 de junio');
    expect(shortDateLabel('2026-09-02')).toBe('mié 2 sep');
  });

  it.each<[string, Weekday, string]>([
    ['2026-11-16', 1, 'Lunes'],
    ['2026-11-17', 2, 'Martes'],
    ['2026-11-18', 3, 'Miércoles'],
    ['2026-11-19', 4, 'Jueves'],
    ['2026-11-20', 5, 'Viernes'],
    ['2026-11-21', 6, 'Sábado'],
    ['2026-11-22', 7, 'Domingo'],
  ])('counts weekdays from Lunes 1 to Domingo 7: %s (M-13, T-14)', (date, weekday, word) => {
    expect(wallTime(at(`${date}T15:00:00Z`), buenosAires).weekday).toBe(weekday);
    expect(weekdayLabels[weekday]).toBe(word);
    expect(dateLabel(date).startsWith(word.toLowerCase())).toBe(true);
  });

  it('leaves the date out only on the same day of the store', () => {
    expect(whenLabel(at('2026-11-21T23:30:00Z'), now, buenosAires)).toBe('20:30 Hs');
    // The same day in UTC, but after midnight in the store's time zone.
    expect(whenLabel(at('2026-11-22T03:30:00Z'), now, buenosAires)).toBe('dom 22 nov 00:30 Hs');
  });
});

describe('estimates', () => {
  const plain = buildStore({ timezone: buenosAires });
  const store = { ...plain, status: { ...plain.status, delay: 15 } };

  it("adds the delay of the shipping gateway to a delivery's window alone (T-31)", () => {
    const config = { support: false, order_ready: false, delay: 15, delay_display: null };
    const slow = {
      ...store,
      gateways: [{ id: 1, type: 'shipping' as const, name: '', service: '', config, public_key: null }],
    };
    expect(newOrderEstimate('DELIVERY', now, slow)).toBe('Entre las 20:40 y las 21:05 hs');
    expect(orderEstimate({ type: 'DELIVERY', ready_by: now }, slow)).toBe('Entre las 20:25 y las 20:50 hs');
    expect(newOrderEstimate('TAKEAWAY', now, slow)).toBe('A partir de las 20:15 hs');
  });

  it('gives a delivery the window of now plus delay plus 10 to 35 minutes (K-81, N-36)', () => {
    expect(newOrderEstimate('DELIVERY', now, store)).toBe('Entre las 20:25 y las 20:50 hs');
  });

  it('gives a delivery with a ready time that time plus 10 to 35 minutes (K-82)', () => {
    expect(orderEstimate({ type: 'DELIVERY', ready_by: after(now, minutes(60)) }, store)).toBe(
      'Entre las 21:10 y las 21:35 hs',
    );
  });

  it.each(['LOCAL', 'TAKEAWAY'] as const)('gives %s a time from which it is ready (K-83)', (type) => {
    expect(newOrderEstimate(type, now, store)).toBe('A partir de las 20:15 hs');
    expect(orderEstimate({ type, ready_by: after(now, minutes(5)) }, store)).toBe('A partir de las 20:05 hs');
  });

  it('says A confirmar without a ready time (K-84)', () => {
    expect(orderEstimate({ type: 'DELIVERY', ready_by: null }, store)).toBe('A confirmar');
    expect(toBeConfirmed).toBe('A confirmar');
  });
});

describe('card timer', () => {
  it('shows the target of a scheduled pending order (B-46)', () => {
    const scheduled = (ready: string): Timed => ({
      status: 'PENDING',
      is_scheduled: true,
      ready_by: at(ready),
      created_at: now,
    });
    expect(label(scheduled('2026-11-22T00:30:00Z'))).toBe('21:30 Hs');
    expect(label(scheduled('2026-11-24T00:30:00Z'))).toBe('lun 23 nov 21:30 Hs');
  });

  it('shows the time since a pending order was taken (B-47)', () => {
    const pending = (created: Instant): Timed => ({
      status: 'PENDING',
      is_scheduled: false,
      ready_by: null,
      created_at: created,
    });
    expect(label(pending(after(now, -minutes(2) - 59_000)))).toBe('2 min');
    expect(label(pending(after(now, 30_000)))).toBe('0 min');
    expect(label(pending(after(now, -minutes(65))))).toBe('1 h 5 min');
  });

  it('shows the time left of the others, or how late they are (B-48)', () => {
    expect(label(accepted(after(now, minutes(12))))).toBe('12 min');
    expect(label(accepted(after(now, minutes(11) + 1)))).toBe('12 min');
    expect(label(accepted(now))).toBe('0 min');
    expect(label(accepted(after(now, -1)))).toBe('Atrasado');
    expect(label(accepted(after(now, -minutes(4) - 30_000)))).toBe('Atrasado 4 min');
    expect(label({ ...accepted(after(now, -minutes(125))), status: 'DELIVER' })).toBe('Atrasado 2 h 5 min');
    expect(label(accepted(null))).toBe('A confirmar');
  });

  it('stays short when an order was forgotten for days', () => {
    expect(['59 min', '1 h', '23 h 59 min', '1 d', '3 d']).toEqual([59, 60, 1439, 1440, 4500].map(durationLabel));
  });
});
