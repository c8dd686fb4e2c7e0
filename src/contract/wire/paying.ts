import type * as z from 'zod/mini';
import type { knownPayments, paymentInProgress } from '#contract/paying.ts';
import type { KnownPayments } from '#domain/known-payments.ts';
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

export type WireKnownPayments = z.infer<typeof knownPayments>;

/** Wire -> domain. Throws WireError if it breaks the contract. */
export const readKnownPayments = (wire: WireKnownPayments, currency: Currency): KnownPayments => ({
  ...wire,
  payments: wire.payments.map(({ charge, ...payment }) => ({
    ...payment,
    amount: readMoney(payment.amount, currency),
    since: readInstant(payment.since),
    at: readInstant(payment.at),
    charge: charge && {
      ...charge,
      asked_at: readOptional(charge.asked_at, readInstant),
      known_at: readOptional(charge.known_at, readInstant),
    },
  })),
  total: readMoney(wire.total, currency),
  refundable: wire.refundable.map(({ method, amount }) => ({ method, amount: readMoney(amount, currency) })),
  now: readInstant(wire.now),
});

export const writeKnownPayments = (known: KnownPayments, currency: Currency): WireKnownPayments => ({
  ...known,
  payments: known.payments.map(({ charge, ...payment }) => ({
    ...payment,
    amount: writeMoney(payment.amount, currency),
    since: writeInstant(payment.since),
    at: writeInstant(payment.at),
    charge: charge && {
      ...charge,
      asked_at: readOptional(charge.asked_at, writeInstant),
      known_at: readOptional(charge.known_at, writeInstant),
    },
  })),
  total: writeMoney(known.total, currency),
  refundable: known.refundable.map(({ method, amount }) => ({ method, amount: writeMoney(amount, currency) })),
  now: writeInstant(known.now),
});
