import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { knownPayments, paymentInProgress } from '#contract/paying.ts';
import { defaultCurrency, money } from '#domain/money.ts';
import type { KnownPayments } from '#domain/known-payments.ts';
import type { PaymentInProgress } from '#domain/paying.ts';
import { instant } from '#domain/time.ts';
import { readKnownPayments, readPaymentInProgress, writeKnownPayments, writePaymentInProgress } from './paying.ts';

it('a payment in progress is the same after its way over the wire', () => {
  const now = instant(Date.UTC(2026, 10, 20, 23));
  const payment: PaymentInProgress = {
    amount: money(123_456),
    image: 'data:image/svg+xml;base64,AA==',
    status: 'PENDING',
    method: 'mercadopago-qr',
    step: 'waiting',
    end: null,
    expires_at: now,
    asked_at: now,
    known_at: null,
    now,
    sandbox: true,
  };
  const wire = z.parse(paymentInProgress, writePaymentInProgress(payment, defaultCurrency));
  expect(wire.amount).toBe(1_234.56);
  expect(readPaymentInProgress(wire, defaultCurrency)).toEqual(payment);
});

it('what is known of payments is the same after its way over the wire', () => {
  const now = instant(Date.UTC(2026, 10, 20, 23));
  const payment = {
    amount: money(1_050),
    since: now,
    by: 'Ana Ferreyra',
    at: now,
    reason: null,
    authorised_by: null,
  } as const;
  const known: KnownPayments = {
    payments: [
      { ...payment, method: 'cash', standing: 'due', charge: null },
      {
        ...payment,
        method: 'cash',
        standing: 'refunded',
        reason: 'Frío',
        authorised_by: 'Ana Ferreyra',
        charge: null,
      },
      {
        ...payment,
        method: 'mercadopago-online',
        standing: 'doubt',
        charge: {
          service: 'mercadopago',
          said: 'created',
          silent: true,
          asked_at: now,
          known_at: null,
          last_four_digits: '4242',
        },
      },
    ],
    total: money(2_100),
    refundable: [{ method: 'cash', amount: money(1_050) }],
    now,
    sandbox: true,
  };
  const wire = z.parse(knownPayments, writeKnownPayments(known, defaultCurrency));
  expect(wire.payments.map((p) => p.amount)).toEqual([10.5, 10.5, 10.5]);
  expect(readKnownPayments(wire, defaultCurrency)).toEqual(known);
});
