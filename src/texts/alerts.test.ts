import { describe, expect, it } from 'vitest';
import { money } from '#domain/money.ts';
import type { AlertedOrder } from './alerts.ts';
import { orderReceived, orderSummary, ownOrder, ownOrderText } from './alerts.ts';

const pesos = { symbol: '$ ', decimals: 2 } as const;
const order = (more: Partial<AlertedOrder> = {}): AlertedOrder => ({
  number: 248,
  type: 'TAKEAWAY',
  code: null,
  items: [{ quantity: 2, name: 'Empanada' }],
  total: money(960_000),
  ...more,
});
const item = (name: string) => ({ quantity: 1, name });

describe('the notice of a new order', () => {
  it('names it (B-43)', () => expect(orderReceived(248)).toBe('Pedido recibido Nro. 248'));

  it.each<[string, AlertedOrder, string]>([
    ['service, items and total', order(), 'Take away · 2 Empanada · $\u00A09.600,00'],
    [
      'the table',
      order({ type: 'LOCAL', code: { description: 'Mesa 4' } }),
      'Local, Mesa 4 · 2 Empanada · $\u00A09.600,00',
    ],
    [
      'three items and how many more',
      order({ items: ['Café', 'Flan', 'Té', 'Pan', 'Sopa'].map(item) }),
      'Take away · 1 Café, 1 Flan, 1 Té y 2 más · $\u00A09.600,00',
    ],
    ['no items', order({ items: [] }), 'Take away · $\u00A09.600,00'],
  ])('says %s (D8)', (_what, alerted, text) => expect(orderSummary(alerted, pesos)).toBe(text));
});

describe('what a customer reads of an own order', () => {
  it('names it', () => expect(ownOrder(123)).toBe('Tu pedido Nro. 123'));

  it.each([
    ['ACCEPTED', 'Aceptado por La Esquina.'],
    ['DELIVER', 'Por entregar: La Esquina ya lo tiene listo.'],
    ['COMPLETE', 'Entregado por La Esquina. ¡Gracias!'],
    ['REJECTED', 'Rechazado por La Esquina. La tienda canceló el pedido.'],
  ] as const)('%s, with a reason only where it was rejected', (status, text) =>
    expect(ownOrderText(status, 'La Esquina', 'La tienda canceló el pedido.')).toBe(text),
  );

  it.each([null, ''])('rejected without a word (%j)', (why) =>
    expect(ownOrderText('REJECTED', 'La Esquina', why)).toBe('Rechazado por La Esquina.'),
  );
});
