import { describe, expect, it } from 'vitest';
import type { OrderReceipts } from '#data/orders/order-receipts-query.ts';
import { orderWish } from './address-wish.tsx';
import { seenLines } from './seen-lines.ts';

const zone = 'America/Argentina/Buenos_Aires';
const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const device = (more: Partial<OrderReceipts['devices'][number]>): OrderReceipts['devices'][number] => ({
  user: { id: 1, fullname: 'Ana Ruiz' },
  device: android,
  received: null,
  displayed: null,
  sounded: null,
  acknowledged: null,
  ...more,
});
const nothing: OrderReceipts = { devices: [], pushed_at: null, owner_told_at: null, push: 'beams' };

describe('who saw an order, in words', () => {
  it('nobody: no line at all', () => expect(seenLines(nothing, zone)).toEqual([]));

  it('a device that somebody touched, with the hours of the store', () => {
    const devices = [
      device({
        received: '2026-11-20T23:13:02.000Z',
        displayed: '2026-11-20T23:13:03.000Z',
        sounded: '2026-11-20T23:13:04.000Z',
        acknowledged: '2026-11-20T23:14:00.000Z',
      }),
    ];
    expect(seenLines({ ...nothing, devices }, zone)).toEqual([
      {
        id: 'device-0',
        kind: 'device',
        text: 'Lo vio Ana Ruiz en Chrome en Android a las 20:14',
        detail: 'Llegó a las 20:13 · En pantalla a las 20:13 · Sonó a las 20:13',
      },
    ]);
  });

  it('a device that only rang, and one that it only reached', () => {
    const devices = [device({ sounded: '2026-11-20T23:13:04.000Z' }), device({ received: '2026-11-20T23:15:00.000Z' })];
    expect(seenLines({ ...nothing, devices }, zone).map(({ kind, text, detail }) => [kind, text, detail])).toEqual([
      ['sounded', 'Ana Ruiz en Chrome en Android', 'Sonó a las 20:13'],
      ['device', 'Ana Ruiz en Chrome en Android', 'Llegó a las 20:15'],
    ]);
  });

  it.each([
    ['beams', 'Nadie lo oyó: se avisó a los celulares a las 20:20'],
    [
      'sandbox',
      'Nadie lo oyó: a las 20:20 se habría avisado a los celulares, pero este servidor no tiene cómo enviar notificaciones',
    ],
  ] as const)('what the server did about it, honest about %s', (push, text) => {
    const told = { ...nothing, push, pushed_at: '2026-11-20T23:20:00.000Z', owner_told_at: '2026-11-20T23:21:00.000Z' };
    expect(seenLines(told, zone).map((l) => l.text)).toEqual([text, 'Se avisó al propietario a las 20:21']);
  });
});

describe('what a notification asks for in the address (R-42)', () => {
  it.each([
    ['aceptar-12', { orderId: 12, accept: true }],
    ['#ver-7', { orderId: 7, accept: false }],
    ['', null],
    ['aceptar-0', null],
    ['aceptar-12x', null],
    ['rechazar-12', null],
  ])('%j', (hash, wish) => expect(orderWish(hash)).toEqual(wish));
});
