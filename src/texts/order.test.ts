import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { orderProgress, shippingProgress } from '#domain/order-progress.ts';
import { orderStatuses, rejectReasons, shippingStatuses } from '#domain/order.ts';
import type { OrderStatus, ShippingStatus } from '#domain/order.ts';
import { paymentMethods, serviceTypes } from '#domain/store.ts';
import {
  boardColumnLabels,
  stepLabels,
  orderName,
  orderNumberLabel,
  orderStatusLabels,
  paymentMethodLabel,
  paymentMethodLabels,
  placeLabel,
  rejectReasonLabels,
  serviceLabels,
} from './order.ts';
import { cashOptionLabels, rejectReasonMessages, shippingLabels } from './order-details.ts';

describe('words of an order', () => {
  it.each<[string, OrderStatus, string, number]>([
    ['B-20', 'PAYING', 'Pagando', 20],
    ['B-21', 'PENDING', 'Pendiente', 20],
    ['B-22', 'ACCEPTED', 'Aceptado', 50],
    ['B-23', 'DELIVER', 'Por entregar', 80],
    ['B-24', 'COMPLETE', 'Entregado', 100],
    ['B-25', 'REJECTED', 'Rechazado', 100],
  ])('names every status and knows its progress (%s, M-16)', (_id, status, label, percent) => {
    expect(orderStatusLabels[status]).toBe(label);
    expect(orderProgress[status]).toBe(percent);
  });

  it('has a word for the six statuses and no other (B-26)', () => {
    expect(Object.keys(orderStatusLabels).toSorted()).toEqual([...orderStatuses].toSorted());
  });

  it('heads the three columns and names each next step (B-03, B-04, B-05)', () => {
    expect(boardColumnLabels).toEqual({ PENDING: 'Pendientes', ACCEPTED: 'Aceptados', DELIVER: 'Por entregar' });
    expect(stepLabels).toMatchObject({ ACCEPTED: 'Aceptar', DELIVER: 'Por entregar', COMPLETE: 'Finalizar' });
  });

  it('names the three services of the filter (B-08, F-03)', () => {
    expect(serviceTypes.map((t) => serviceLabels[t])).toEqual(['Local', 'Take away', 'Delivery']);
  });

  it('shows the table instead of the service when there is one', () => {
    expect(placeLabel({ type: 'LOCAL', code: { description: 'Mesa 7' } })).toBe('Mesa 7');
    expect(placeLabel({ type: 'LOCAL', code: { description: '' } })).toBe('Local');
    expect(placeLabel({ type: 'DELIVERY', code: null })).toBe('Delivery');
  });

  it('calls an order without number new', () => {
    expect([orderNumberLabel(248), orderNumberLabel(null)]).toEqual(['248', 'Nuevo']);
    expect([orderName(248), orderName(null)]).toEqual(['Pedido 248', 'Pedido nuevo']);
  });

  it('labels exactly the eleven payment methods (Y-03, N-22)', () => {
    expect(paymentMethodLabels).toEqual({
      agree: 'A convenir',
      cash: 'Efectivo',
      card: 'Tarjeta',
      'card-credit': 'Tarjeta de crédito',
      'card-debit': 'Tarjeta de débito',
      'mercadopago-online': 'Mercado Pago online',
      'mercadopago-qr': 'Mercado Pago QR',
      'cuenta-dni': 'Cuenta DNI',
      'bank-transfer': 'Transferencia bancaria',
      bancard: 'Bancard',
      'pos-mobile': 'Posnet móvil',
    });
    expect(Object.keys(paymentMethodLabels).toSorted()).toEqual([...paymentMethods].toSorted());
  });

  it("lets the store's own title win over the label (N-22)", () => {
    const offered = [{ type: 'cash' as const, title: 'Billetes', description: null }];
    expect(paymentMethodLabel('cash', offered)).toBe('Billetes');
    expect(paymentMethodLabel('agree', offered)).toBe('A convenir');
  });

  it('labels both cash options (Y-04, N-22)', () => {
    expect(cashOptionLabels).toEqual({ exact: 'Importe exacto', other: 'Otro importe' });
  });

  it('labels exactly the twelve reject reasons, each with a message for the customer (B-63, N-21)', () => {
    expect(rejectReasons).toHaveLength(12);
    const table =
      readFileSync('docs/requirements.md', 'utf8').split('## Reject reasons (N-21)')[1]?.split('\n## ')[0] ?? '';
    const documented = [...table.matchAll(/^\| (\w+) \| '(.+)' \| '(.+)' \|$/gm)].map(([, ...words]) => words);
    expect(rejectReasons.map((r) => [r, rejectReasonLabels[r], rejectReasonMessages[r]])).toEqual(documented);
    expect(Object.keys(rejectReasonLabels)).toHaveLength(12);
    expect(Object.keys(rejectReasonMessages)).toHaveLength(12);
  });

  it.each<[string, ShippingStatus, number, string]>([
    ['B-72', 'CANCELLEDBYUSER', 0, 'Envío cancelado por el cliente'],
    ['B-72', 'CANCELLEDBYSTORE', 0, 'Envío cancelado por la tienda'],
    ['B-72', 'CANCELLEDBYPROVIDER', 0, 'Envío cancelado por el servicio de reparto'],
    ['B-73', 'PENDING', 5, 'Buscando repartidor'],
    ['B-74', 'ARRIVING', 20, 'en camino a la tienda'],
    ['B-75', 'INSTORE', 40, 'En la tienda'],
    ['B-76', 'SENDING', 60, 'En camino al cliente'],
    ['B-77', 'DELIVERED', 100, 'Entregado'],
  ])('follows the rider (%s, M-17): %s', (_id, status, percent, label) => {
    expect(shippingProgress[status]).toBe(percent);
    expect(shippingLabels[status]).toBe(label);
  });

  it('has a word for every step of the rider (M-17)', () => {
    expect(Object.keys(shippingLabels).toSorted()).toEqual([...shippingStatuses].toSorted());
  });
});
