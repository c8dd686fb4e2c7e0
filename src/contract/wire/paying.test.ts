import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { paymentInProgress } from '#contract/paying.ts';
import { defaultCurrency, money } from '#domain/money.ts';
import type { PaymentInProgress } from '#domain/paying.ts';
import { instant } from '#domain/time.ts';
import { readPaymentInProgress, writePaymentInProgress } from './paying.ts';

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
