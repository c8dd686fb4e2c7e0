import { describe, expect, it } from 'vitest';
import { money } from '#domain/money.ts';
import type { Order, OrderDetailRow } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { buildLine, buildOrder, buildStore } from '#testing/builders.ts';
import { orderEstimate } from '#texts/estimates.ts';
import {
  callLink,
  chatLink,
  confidenceTone,
  detailLines,
  directionsLink,
  isRejected,
  neighbourOrder,
  promocodeOf,
  rejectionText,
  staticMapUrl,
} from './order-facts.ts';
import { detailTexts } from './texts.ts';

const row = (
  id: number,
  ref: number | null,
  name: string,
  unit: number,
  change: Partial<OrderDetailRow> = {},
): OrderDetailRow => ({
  id,
  ref,
  name,
  quantity: 1,
  unit_price: money(unit),
  discount: money(0),
  comments: null,
  ...change,
});

describe('facts of an order', () => {
  it('opens a chat with the digits of the phone (B-53)', () => {
    expect(chatLink('+54 9 11 5555-1234')).toBe('https://wa.me/5491155551234');
    expect(chatLink('0054 9 11 5555-1234')).toBe('https://wa.me/5491155551234');
    expect(chatLink('interno 12')).toBeNull();
    expect(callLink('+54 9 11 5555-1234')).toBe('tel:+5491155551234');
  });

  it('leads to the coordinates (B-52)', () => {
    expect(directionsLink({ lat: -34.6037, lng: -58.3816 })).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=-34.6037,-58.3816',
    );
  });

  it('pictures the place at zoom 18 in 600 by 500 pixels (B-51)', () => {
    const url = new URL(staticMapUrl({ lat: -34.6037, lng: -58.3816 }, 'llave'));
    expect(url.origin + url.pathname).toBe('https://maps.googleapis.com/maps/api/staticmap');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      center: '-34.6037,-58.3816',
      zoom: '18',
      size: '600x500',
      markers: '-34.6037,-58.3816',
      key: 'llave',
    });
  });

  it('shows the reason of REJECTED however it is written, and of nothing else (B-26, B-56)', () => {
    const reason = { reject_reason: 'much_demand', rejected_reason_message: 'Hoy no damos abasto.' } as const;
    expect([isRejected('REJECTED'), isRejected('rejected'), isRejected('COMPLETE')]).toEqual([true, true, false]);
    expect(rejectionText({ status: 'rejected', ...reason })).toBe('Hoy no damos abasto.');
    expect(rejectionText({ status: 'REJECTED', reject_reason: 'much_demand', rejected_reason_message: null })).toBe(
      'Hay mucha demanda',
    );
    // The stored message about it speaks to the customer.
    expect(
      rejectionText({
        status: 'REJECTED',
        reject_reason: 'by_user',
        rejected_reason_message: 'Cancelaste el pedido.',
      }),
    ).toBe('Lo canceló el cliente');
    expect(rejectionText({ status: 'COMPLETE', ...reason })).toBeNull();
  });

  it('hangs the rows with a ref under their parent, with the price of all of it (B-54, D-22, M-04)', () => {
    const order_detail = [
      row(1, null, 'Milanesa', 10_000, { quantity: 3, discount: money(3_000), comments: 'Sin sal' }),
      row(2, 1, 'Queso', 2_000, { quantity: 2 }),
      row(3, null, 'Agua', 1_500),
    ];
    const lines = detailLines({ items: [], order_detail });
    expect(lines.map((l) => [l.row, l.quantity, l.name, l.comments, l.price])).toEqual([
      [1, 3, 'Milanesa', 'Sin sal', 39_000],
      [3, 1, 'Agua', null, 1_500],
    ]);
    expect(lines[0]?.additionals.map((a) => [a.quantity, a.name])).toEqual([[2, 'Queso']]);
  });

  it('shows the lines as sold while only this device has the order', () => {
    const items = [
      buildLine({
        name: 'Flan',
        quantity: 2,
        unit_price: money(500),
        additionals: [{ id: 1, name: 'Crema', quantity: 1, price: money(0) }],
      }),
    ];
    expect(detailLines({ items, order_detail: [] })).toMatchObject([
      { row: null, quantity: 2, name: 'Flan', price: 1_000, additionals: [{ name: 'Crema' }] },
    ]);
  });

  it('names the promo code of the discount; an order stored by an older version has none (D-23)', () => {
    expect(promocodeOf({ promocodes: [{ code: 'DIEZ' }] })).toBe('DIEZ');
    expect(promocodeOf(buildOrder())).toBeNull();
    expect(promocodeOf({ promocodes: undefined })).toBeNull();
  });

  it('says what an order taken offline was sold at, and what the shop makes of it (N-15)', () => {
    expect(detailTexts.difference('$ 900,00', '$ 1.000,00')).toBe(
      'Se tomó sin conexión con otros precios: se vendió a $ 900,00 y en la tienda sumaba $ 1.000,00.',
    );
  });

  it('says only the difference once something else of that order was changed (N-15)', () => {
    expect(detailTexts.differenceOnce('-$ 100,00')).toBe(
      'Se tomó sin conexión con otros precios: al venderlo, el total difería en -$ 100,00.',
    );
  });

  it('counts what a customer ordered before (B-79)', () => {
    expect(detailTexts.resume(12, 1)).toBe('12 pedidos exitosos · 1 falso');
    expect(detailTexts.resume(1, 0)).toBe('1 pedido exitoso · 0 falsos');
    expect(detailTexts.confidenceValue(8.5)).toBe('8,5 de 10');
  });

  it('shows the trust in a customer in the colours of ready, fair and danger: from 7, from 5, below (A-55)', () => {
    expect([10, 7, 6.9, 5, 4.9, 0].map(confidenceTone)).toEqual(['ready', 'ready', 'fair', 'fair', 'danger', 'danger']);
  });

  it('has no time to show before it is accepted (K-84)', () => {
    expect(orderEstimate({ type: 'DELIVERY', ready_by: null }, buildStore())).toBe('A confirmar');
  });
});

describe('neighbours', () => {
  const order = (id: number, status: Order['status']): Order =>
    buildOrder({ id, uid: `uid-${id}`, status, created_at: instant(id) });
  const orders = [order(3, 'PENDING'), order(1, 'PENDING'), order(2, 'PENDING'), order(9, 'COMPLETE')];

  it('goes along the column in its order, and stops at its ends', () => {
    expect(neighbourOrder(orders, 'uid-2', 1)).toBe('uid-3');
    expect(neighbourOrder(orders, 'uid-2', -1)).toBe('uid-1');
    expect(neighbourOrder(orders, 'uid-1', -1)).toBeNull();
    expect(neighbourOrder(orders, 'uid-9', 1)).toBeNull();
    expect(neighbourOrder(orders, 'gone', 1)).toBeNull();
  });
});
