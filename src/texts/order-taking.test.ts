import { describe, expect, it } from 'vitest';
import { defaultCurrency, money } from '#domain/money.ts';
import {
  addressLabel,
  deliveryNotices,
  destinationLabel,
  destinationLine,
  minimumText,
  shippingCostText,
  whenChoiceLabel,
} from './order-taking.ts';

describe('who or where', () => {
  it.each([
    ['LOCAL', { description: 'Mesa 4' }, 'En Mesa 4'],
    ['LOCAL', null, 'En el local'],
    ['TAKEAWAY', null, 'Take away'],
    ['DELIVERY', null, 'Enviar a'],
  ] as const)('%s with %j is «%s» (C-50, C-51, C-52)', (type, code, words) => {
    expect(destinationLabel({ type, code })).toBe(words);
  });
});

describe('a delivery in words', () => {
  const address = { address_line_1: 'Av. Corrientes 3499', address_line_2: '2 B', geolocation: { lat: 0, lng: 0 } };

  it('goes to its address, or says that there is none (C-52)', () => {
    expect(addressLabel(address)).toBe('Av. Corrientes 3499 · 2 B');
    expect(addressLabel({ ...address, address_line_2: null })).toBe('Av. Corrientes 3499');
    expect(addressLabel(null)).toBe('Sin descripción');
    expect(destinationLine({ type: 'DELIVERY', code: null, address })).toBe('Enviar a: Av. Corrientes 3499 · 2 B');
    expect(destinationLine({ type: 'TAKEAWAY', code: null, address: null })).toBe('Take away');
  });

  it.each([
    [{ fee_base: money(900_00), fee_free: null }, 10_000_00, 'Envío $\u00A0900,00'],
    [{ fee_base: money(900_00), fee_free: money(300_00) }, 299_99, 'Envío $\u00A0900,00 · Gratis desde $\u00A0300,00'],
    [{ fee_base: money(900_00), fee_free: money(300_00) }, 300_00, 'Envío gratis'],
    [{ fee_base: money(0), fee_free: null }, 0, 'Envío gratis'],
  ])('%j at %i costs «%s» (K-53)', (cost, subtotal, words) => {
    expect(shippingCostText(cost, money(subtotal), defaultCurrency)).toBe(words);
  });

  it('is told of rain, demand and minimum (K-54, K-55, K-56)', () => {
    expect(deliveryNotices({ raining: false, high_wait: false })).toEqual([]);
    const rain = 'El pedido puede sufrir demoras debido a las condiciones climáticas.';
    const demand = 'El costo puede variar debido a las altas esperas en la zona del cliente.';
    expect(deliveryNotices({ raining: true, high_wait: false })).toEqual([rain]);
    expect(deliveryNotices({ raining: false, high_wait: true })).toEqual([demand]);
    expect(deliveryNotices({ raining: true, high_wait: true })).toEqual([rain, demand]);
    expect(minimumText(money(5_000_00), defaultCurrency)).toBe('Pedido mínimo: $\u00A05.000,00');
  });

  it('is immediate or scheduled (K-05)', () => {
    expect(whenChoiceLabel(null)).toBeNull();
    expect(whenChoiceLabel({ option: 'immediate' })).toBe('Inmediato');
    expect(
      whenChoiceLabel({ option: 'scheduled', date: '2026-06-05', hour: '20:00-20:30', description: 'Viernes' }),
    ).toBe('Viernes');
  });
});
