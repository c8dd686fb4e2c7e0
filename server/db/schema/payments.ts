import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { OrderStatus, PaymentStatus } from '#domain/order.ts';
import type { AttemptWork, PayableType, PaymentEnd, RefundState } from '#domain/paying.ts';
import type { PaymentMethod } from '#domain/store.ts';
import { amount, key, moment } from './columns.ts';

/** Something that the provider said, or that was learnt without its answer. */
export interface AttemptNote {
  readonly at: string;
  readonly said: string;
}

/** A card that is charged online. The number and the security code never reach this server (threats, T9). */
export interface AttemptCard {
  readonly gateway: number;
  /** The provider's name of the card's brand. */
  readonly option: string;
  readonly installments: number;
  readonly last_four_digits: string;
  /** The single-use token of the vendor's hosted fields; null once the payment has ended. */
  readonly token: string | null;
}

/**
 * Every payment that a provider was asked to charge, from the transaction that started it. Never deleted. `status` is
 * what the order or group counts; `work` goes on behind it, for example to give back what was paid too late.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: key(),
    store_id: integer().notNull(),
    payable_type: text().notNull().$type<PayableType>(),
    payable_id: integer().notNull(),
    /** The status of the order before; null: a new order, or a group. */
    order_status: text().$type<OrderStatus>(),
    /** The row of `payments`; no foreign key, because an order may be deleted with its payments. */
    payment_id: integer().notNull(),
    provider: text().notNull(),
    method: text().notNull().$type<PaymentMethod>(),
    /** Idempotency key of the creation at the provider, the same at every try. */
    key: uuid().notNull().defaultRandom(),
    /** external_reference: ours, without personal data. */
    reference: text().notNull(),
    amount: amount().notNull(),
    currency: text().notNull(),
    status: text().notNull().$type<PaymentStatus>(),
    ended_as: text().$type<PaymentEnd>(),
    work: text().notNull().$type<AttemptWork>(),
    card: jsonb().$type<AttemptCard>(),
    provider_order_id: text(),
    provider_payment_id: text(),
    qr_data: text(),
    /** Answers of the provider, and failures in a row since the last one. */
    answers: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    asked_at: moment(),
    known_at: moment(),
    /** When the provider is to be asked next. */
    next_at: moment().notNull(),
    /** A process reserves the row until this time, as in `order_alerts`. */
    held_until: moment(),
    history: jsonb().notNull().default([]).$type<AttemptNote[]>(),
    created_by: integer(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    ended_at: moment(),
  },
  (t) => [
    uniqueIndex('payment_attempts_key').on(t.key),
    uniqueIndex('payment_attempts_reference').on(t.reference),
    uniqueIndex('payment_attempts_provider').on(t.provider, t.provider_order_id),
    uniqueIndex('payment_attempts_pending')
      .on(t.store_id, t.payable_type, t.payable_id)
      .where(sql`${t.status} = 'PENDING'`),
    index('payment_attempts_payable').on(t.store_id, t.payable_type, t.payable_id, t.id),
    index('payment_attempts_payment').on(t.payment_id),
    index('payment_attempts_due')
      .on(t.next_at)
      .where(sql`${t.work} <> 'none'`),
  ],
);

/**
 * Every part of a payment that a provider was asked to give back while the payment still counts, from the transaction that
 * asked for it. Never deleted. Once the provider has proven it, it is a row of `money_entries`.
 */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: key(),
    store_id: integer().notNull(),
    attempt_id: integer()
      .notNull()
      .references(() => paymentAttempts.id),
    amount: amount().notNull(),
    reason: text().notNull(),
    /** Idempotency key at the provider, the same at every try. */
    key: uuid().notNull().defaultRandom(),
    state: text().notNull().$type<RefundState>(),
    /** What had gone back of the payment, or was on its way, before the provider was asked; null: it was not asked yet. */
    before: amount(),
    /** The provider has begun to give it back. */
    accepted: boolean().notNull().default(false),
    /** When the provider was first asked. */
    asked_at: moment(),
    user_id: integer().notNull(),
    session_id: uuid().notNull(),
    device: text().notNull(),
    authorised_by: integer(),
    cmd_id: uuid(),
    created_at: moment().notNull(),
    ended_at: moment(),
  },
  (t) => [uniqueIndex('payment_refunds_key').on(t.key), index('payment_refunds_attempt').on(t.attempt_id, t.id)],
);
