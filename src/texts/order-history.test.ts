import { describe, expect, it } from 'vitest';
import type { HistoryEntry, OrderEvent } from '#domain/order-history.ts';
import { zero } from '#domain/money.ts';
import { instant } from '#domain/time.ts';
import { buildStore, pesos, testNow } from '#testing/builders.ts';
import { beginningWords, historyWords } from './order-history.ts';

const store = buildStore();
const entry = (event: OrderEvent, fullname = 'Ana Ferreyra', id: number | null = 1): HistoryEntry => ({
  at: testNow,
  actor: { id, fullname },
  device: 'Chrome en Android',
  event,
});
const words = (event: OrderEvent) => historyWords(entry(event), [entry(event)], store);
const amounts = (total: number, discount = 0) => ({
  subtotal: pesos(total + discount),
  discount: pesos(discount),
  delivery_amount: zero,
  total: pesos(total),
});

describe('what the history says', () => {
  it.each([
    ['PENDING', 'ACCEPTED', 'Ana aceptó el pedido'],
    ['PENDING', 'DELIVER', 'Ana lo pasó a Por entregar'],
    ['DELIVER', 'COMPLETE', 'Ana finalizó el pedido'],
    ['PENDING', 'COMPLETE', 'Ana finalizó el pedido'],
    ['ACCEPTED', 'PENDING', 'Ana lo volvió a Pendiente'],
    ['DELIVER', 'ACCEPTED', 'Ana lo volvió a Aceptado'],
    ['COMPLETE', 'DELIVER', 'Ana lo volvió a Por entregar'],
    ['REJECTED', 'ACCEPTED', 'Ana lo volvió a Aceptado'],
    ['PAYING', 'PENDING', 'Ana lo pasó a Pendiente'],
    ['DELIVER', 'PAYING', 'Ana lo pasó a Pagando'],
    ['PAYING', 'ACCEPTED', 'Ana lo volvió a Aceptado'],
  ] as const)('of %s to %s', (from, to, text) => {
    expect(words({ action: 'status', before: { status: from }, after: { status: to } })).toEqual({
      text,
      detail: null,
    });
  });

  it('of a creation, a rejection, a delay and a deleted row', () => {
    expect(words({ action: 'create', before: null, after: { total: pesos(2_200) } })).toEqual({
      text: 'Ana tomó el pedido',
      detail: 'Total $\u00A02.200,00',
    });
    expect(
      words({ action: 'reject', before: { status: 'PENDING' }, after: { reject_reason: 'missing_products' } }),
    ).toEqual({
      text: 'Ana rechazó el pedido',
      detail: 'Nos quedamos sin productos',
    });
    const later = instant(testNow + 15 * 60_000);
    expect(
      words({ action: 'delay', before: { ready_by: instant(testNow + 5 * 60_000) }, after: { ready_by: later } }).text,
    ).toBe('Ana lo demoró 10 minutos');
    expect(words({ action: 'delay', before: { ready_by: null }, after: { ready_by: later } }).text).toBe(
      'Ana lo demoró 15 minutos',
    );
    const item = { name: 'Milanesa', quantity: 1, price: pesos(900) };
    expect(words({ action: 'remove-item', before: { ...amounts(2_200), item }, after: amounts(1_300) })).toEqual({
      text: 'Ana eliminó 1 × Milanesa',
      detail: 'Total: antes $\u00A02.200,00, ahora $\u00A01.300,00',
    });
  });

  it('of another table, and of products that went there and came back', () => {
    expect(words({ action: 'table', before: { place: 'Mesa 1' }, after: { place: 'Mesa 2' } }).text).toBe(
      'Ana lo pasó de Mesa 1 a Mesa 2',
    );
    expect(words({ action: 'split', before: { place: 'Mesa 1', number: 11 }, after: { total: pesos(1_800) } })).toEqual(
      { text: 'Ana lo separó del pedido N° 11 de Mesa 1', detail: 'Total $\u00A01.800,00' },
    );
    const items = [
      { name: 'Milanesa', quantity: 2 },
      { name: 'Flan', quantity: 1 },
    ];
    const after = { total: pesos(400), place: 'Mesa 2', items };
    expect(words({ action: 'items-away', before: { total: pesos(2_200) }, after })).toEqual({
      text: 'Ana pasó 2 × Milanesa, 1 × Flan a Mesa 2',
      detail: 'Total: antes $\u00A02.200,00, ahora $\u00A0400,00',
    });
    expect(words({ action: 'items-back', before: { total: pesos(400) }, after }).text).toBe(
      'Ana devolvió 2 × Milanesa, 1 × Flan desde Mesa 2',
    );
  });

  it('of payments and discounts, what was before and what is now', () => {
    const cash = { method: 'cash', amount: pesos(1_000) } as const;
    const debit = { method: 'card-debit', amount: pesos(200) } as const;
    const from = { ...amounts(1_200), payments: [cash] };
    expect(words({ action: 'money', before: from, after: { ...amounts(1_200), payments: [cash, debit] } })).toEqual({
      text: 'Ana cambió los pagos',
      detail: 'Antes: Efectivo $\u00A01.000,00 · Ahora: Efectivo $\u00A01.000,00 + Tarjeta de débito $\u00A0200,00',
    });
    expect(words({ action: 'money', before: from, after: { ...amounts(1_100, 100), payments: [cash] } })).toEqual({
      text: 'Ana cambió el descuento',
      detail: 'Descuento: antes $\u00A00,00, ahora $\u00A0100,00',
    });
    const none = { ...amounts(1_100, 100), payments: [] };
    expect(words({ action: 'money', before: from, after: none }).text).toBe('Ana cambió los pagos y el descuento');
    expect(words({ action: 'money', before: from, after: none }).detail).toMatch(/Ahora: sin pagos · Descuento/);
  });

  it('of an order that was deleted, with what it cost', () => {
    expect(words({ action: 'remove', before: { total: pesos(1_300) }, after: null })).toEqual({
      text: 'Ana eliminó el pedido',
      detail: 'Total $\u00A01.300,00',
    });
  });

  it('of money that went back, and of whoever allowed it', () => {
    const after = { method: 'cash', amount: pesos(100), reason: 'Llegó frío' } as const;
    const given = entry({ action: 'refund', before: null, after });
    expect(historyWords({ ...given, authorised_by: 'Bruno Acosta' }, [given], store)).toEqual({
      text: 'Ana devolvió $\u00A0100,00',
      detail: 'Efectivo · Llegó frío · Autorizó Bruno Acosta',
    });
  });

  it('of something that this version does not know', () => {
    expect(words({ action: 'unknown', before: null, after: null })).toEqual({
      text: 'Ana cambió el pedido',
      detail: null,
    });
  });

  it('with the whole name where two people share the first', () => {
    const event: OrderEvent = { action: 'unknown', before: null, after: null };
    const [one, two] = [entry(event), entry(event, 'Ana Gómez', 2)];
    expect(historyWords(one, [one, two], store).text).toBe('Ana Ferreyra cambió el pedido');
    expect(historyWords(one, [one, one], store).text).toBe('Ana cambió el pedido');
  });

  it('with the whole name of an actor that is not a person', () => {
    const event: OrderEvent = { action: 'unknown', before: null, after: null };
    const [timer, person] = [entry(event, 'El sistema', null), entry(event, 'El Zorro', 3)];
    expect(historyWords(timer, [timer, person], store).text).toBe('El sistema cambió el pedido');
    expect(historyWords(person, [timer, person], store).text).toBe('El cambió el pedido');
  });

  it('of how it began, when nobody of the staff took it', () => {
    expect(beginningWords({ origin: 'customer' })).toBe('El cliente hizo el pedido');
    expect(beginningWords({ origin: 'store' })).toBe('Se tomó el pedido');
  });
});
