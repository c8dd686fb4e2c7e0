import { payingMs } from './limits.ts';
import type { Money } from './money.ts';
import type { Order, OrderStatus, PaymentRow, PaymentStatus, RejectReason } from './order.ts';
import type { GroupStatus } from './order-group.ts';
import type { Country, Gateway, PaymentMethod } from './store.ts';
import { after, type Instant } from './time.ts';

/** What a payment in progress pays (F-15, Y-45). */
export const payableTypes = ['order', 'orderGroup'] as const;
export type PayableType = (typeof payableTypes)[number];

/** The methods that a provider charges while people wait, with the service of the gateway that they need. */
const chargedBy: Partial<Record<PaymentMethod, string>> = {
  'mercadopago-qr': 'mercadopago',
  'mercadopago-online': 'mercadopago',
};

/** Whether a payment by this method begins as a payment in progress (N-02). */
export const startsPayment = (method: PaymentMethod): boolean => chargedBy[method] !== undefined;

/** A card that is charged online needs the vendor's hosted fields; a QR needs nothing of the device. */
export const needsCard = (method: PaymentMethod): boolean => method === 'mercadopago-online';

/** ISO currency in which a provider charges in a country; null: no provider is offered there. */
const chargedCurrency: Readonly<Record<Country, string | null>> = { AR: 'ARS', PY: null };

export interface Charge {
  /** The provider, as the gateway names it. */
  readonly service: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly gatewayId: number;
}

/** How a store charges a method online; null: it cannot. */
export function chargeOf(
  method: PaymentMethod,
  {
    country,
    gateways,
  }: { readonly country: Country; readonly gateways: readonly Pick<Gateway, 'id' | 'type' | 'service'>[] },
): Charge | null {
  const service = chargedBy[method];
  const currency = chargedCurrency[country];
  const gateway = gateways.find((g) => g.type === 'payment' && g.service === service);
  return service === undefined || currency === null || gateway === undefined
    ? null
    : { service, currency, gatewayId: gateway.id };
}

/** How a store charges each method; null: it cannot. */
export type ChargeFor = (method: PaymentMethod) => Charge | null;

/**
 * The payment that a save would start: charged online, and new or changed since `before`. undefined: none. Keys are the
 * ids of the payments before.
 */
export const startedAmong = <
  T extends { readonly key: number; readonly method: PaymentMethod; readonly amount: Money },
>(
  rows: readonly T[],
  before: readonly Pick<PaymentRow, 'id' | 'method' | 'amount'>[],
): T | undefined =>
  rows.find(
    ({ key, method, amount }) =>
      startsPayment(method) && !before.some((p) => p.id === key && p.method === method && p.amount === amount),
  );

/** The payment in progress among these; null when there is none. */
export const paymentInProgressOf = <T extends Pick<PaymentRow, 'status'>>(payments: readonly T[]): T | null =>
  payments.find((p) => p.status === 'PENDING') ?? null;

/** How a payment in progress ended: charged, or not charged because of … */
export const paymentEnds = ['approved', 'rejected', 'cancelled', 'expired'] as const;
export type PaymentEnd = (typeof paymentEnds)[number];

/** The status of a payment that ended so. Money in doubt is never counted: only what was charged is APPROVED (Y-49). */
export const statusOfEnd = (end: PaymentEnd): Exclude<PaymentStatus, 'PENDING'> =>
  end === 'approved' ? 'APPROVED' : 'REJECTED';

/**
 * The status of a PAYING order when its payment ends (N-03). One that began to be paid after it was taken has the status
 * `before` again, whatever the end. A customer's new order that was not paid is rejected; one of the store becomes
 * PENDING, and people charge it otherwise.
 */
export function orderAfterPayment(
  origin: Order['origin'],
  before: OrderStatus | null,
  end: PaymentEnd,
): { readonly status: OrderStatus; readonly reason: RejectReason | null } {
  if (before !== null) return { status: before, reason: null };
  return end === 'approved' || origin === 'store'
    ? { status: 'PENDING', reason: null }
    : { status: 'REJECTED', reason: 'no_payments' };
}

/** The status of a PAYING group when its payment ends (N-03). */
export const groupAfterPayment = (end: PaymentEnd): Extract<GroupStatus, 'COMPLETE' | 'OPENED'> =>
  end === 'approved' ? 'COMPLETE' : 'OPENED';

/** When a payment that begins now has to be finished. */
export const payingUntil = (start: Instant): Instant => after(start, payingMs);

/** The states of an order at the provider. */
export const providerStates = [
  'created',
  'at_terminal',
  'processed',
  'failed',
  'canceled',
  'expired',
  'action_required',
  'refunded',
] as const;
export type ProviderState = (typeof providerStates)[number];

/**
 * What is still to be done at the provider. create: tell it of the payment. watch: ask how it stands. cancel: call it
 * off. refund: give back all that is left, because the payment does not count any more. give-back: give parts of it back
 * (payment_refunds); the payment still counts. none: it has ended.
 */
export type AttemptWork = 'create' | 'watch' | 'cancel' | 'refund' | 'give-back' | 'none';

/**
 * A part of a payment that goes back while the payment counts. pending: the provider has not proven it. done: it has.
 * refused: it does not do it. withdrawn: all that is left goes back, because the payment does not count any more.
 */
export type RefundState = 'pending' | 'done' | 'refused' | 'withdrawn';

/** What was asked of the provider. */
export interface AskedPayment {
  readonly reference: string;
  readonly currency: string;
  readonly amount: Money;
}

/** What the provider says of it; null: it does not say. */
export interface SeenPayment {
  readonly state: ProviderState;
  /** The money has reached the account. */
  readonly accredited: boolean;
  readonly reference: string | null;
  readonly currency: string | null;
  readonly paid: Money | null;
  /** What has gone back to the person, and what is on its way. */
  readonly refunded: Money;
  readonly refunding: Money;
}

/** mismatch: something was paid, but it is not what was asked. It is not counted, and a person has to look. */
export type PaymentVerdict = 'paid' | 'not-paid' | 'waiting' | 'refunded' | 'mismatch';

/** Whether the answer proves that the payment was made: state, reference, currency and amount have to agree. */
export function paymentVerdict(asked: AskedPayment, seen: SeenPayment): PaymentVerdict {
  switch (seen.state) {
    case 'processed': {
      if (!seen.accredited) return 'waiting';
      const same = seen.reference === asked.reference && seen.currency === asked.currency && seen.paid === asked.amount;
      if (!same) return 'mismatch';
      // Given back in parts.
      return seen.refunded >= asked.amount ? 'refunded' : 'paid';
    }
    case 'failed':
    case 'canceled':
    case 'expired':
      return 'not-paid';
    case 'refunded':
      return 'refunded';
    case 'created':
    case 'at_terminal':
    case 'action_required':
      return 'waiting';
  }
}

const pollSeconds = [2, 3, 10] as const;

/** Milliseconds until the provider is asked again, after so many answers: at 2, 5 and 15 s, then every 15 s. */
export const nextPollMs = (answers: number): number => (pollSeconds[answers] ?? 15) * 1000;

/** Milliseconds until the next try after so many failures in a row: 2 s, doubled up to a minute. */
export const retryAfterFailuresMs = (failures: number): number => Math.min(2 ** Math.min(failures, 10), 60) * 1000;

/**
 * What people see of a payment in progress. asking: the provider has not answered yet. unknown: its last answer was
 * lost, so nobody may charge again. cancelling: it was told to cancel and has not said whether it did.
 */
export const payingSteps = ['asking', 'waiting', 'unknown', 'cancelling', 'ended'] as const;
export type PayingStep = (typeof payingSteps)[number];

/** A payment in progress as the paying screen shows it (Y-48). */
export interface PaymentInProgress {
  readonly amount: Money;
  /** The QR as a data URL; null: none yet, or none at all. */
  readonly image: string | null;
  readonly status: PaymentStatus;
  readonly method: PaymentMethod;
  readonly step: PayingStep;
  /** Why it ended; null while it has not. */
  readonly end: PaymentEnd | null;
  readonly expires_at: Instant;
  /** When the provider was last asked, and when it last answered; null: never. */
  readonly asked_at: Instant | null;
  readonly known_at: Instant | null;
  /** The server's clock when it answered. */
  readonly now: Instant;
  /** No money moves: the provider is the sandbox. */
  readonly sandbox: boolean;
}
