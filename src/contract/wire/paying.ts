import type * as z from 'zod/mini';
import type { paymentInProgress } from '#contract/paying.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentInProgress } from '#domain/paying.ts';
import { readInstant, readMoney, readOptional, writeInstant, writeMoney } from './amounts.ts';

export type WirePayment = z.infer<typeof paymentInProgress>;

/** Wire -> domain. Throws WireError if it breaks the contract. */
export const readPaymentInProgress = (wire: WirePayment, currency: Currency): PaymentInProgress => ({
  ...wire,
  amount: readMoney(wire.amount, currency),
  expires_at: readInstant(wire.expires_at),
  asked_at: readOptional(wire.asked_at, readInstant),
  known_at: readOptional(wire.known_at, readInstant),
  now: readInstant(wire.now),
});

export const writePaymentInProgress = (payment: PaymentInProgress, currency: Currency): WirePayment => ({
  ...payment,
  amount: writeMoney(payment.amount, currency),
  expires_at: writeInstant(payment.expires_at),
  asked_at: readOptional(payment.asked_at, writeInstant),
  known_at: readOptional(payment.known_at, writeInstant),
  now: writeInstant(payment.now),
});
