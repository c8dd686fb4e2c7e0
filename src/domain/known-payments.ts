import { type Money, add, atLeastZero, subtract, zero } from './money.ts';
import type { OrderStatus, PaymentRow, PaymentStatus } from './order.ts';
import type { GroupStatus } from './order-group.ts';
import type { AttemptWork, PaymentEnd, ProviderState } from './paying.ts';
import { paymentState } from './payments.ts';
import type { PaymentMethod } from './store.ts';
import type { Instant } from './time.ts';

/**
 * How a payment stands.
 * - Recorded by people: due, taken, dropped (its order was rejected).
 * - Asked of a provider and still open: asking (no answer yet), waiting (the person has not paid yet), doubt (asked
 *   without an answer, or paid without proof), cancelling.
 * - Ended: approved, rejected, cancelled, expired.
 * - Ended for the order or table, but not at the provider: called-off (not confirmed yet), returning, mismatch (it
 *   charged something else than was asked, so a person has to look). returned: the money went back.
 * - No payment but money that a person gave back, in part or whole, while the order or table stays: refunded, refunding
 *   (the provider has not confirmed it), refund-refused (it did not do it).
 */
export const paymentStandings = [
  'due',
  'taken',
  'dropped',
  'asking',
  'waiting',
  'doubt',
  'cancelling',
  'approved',
  'rejected',
  'cancelled',
  'expired',
  'called-off',
  'returning',
  'returned',
  'mismatch',
  'refunded',
  'refunding',
  'refund-refused',
] as const;
export type PaymentStanding = (typeof paymentStandings)[number];

/** What is stored of an attempt to charge. */
export interface AttemptFacts {
  /** What the order or table counts. */
  readonly status: PaymentStatus;
  readonly end: PaymentEnd | null;
  readonly work: AttemptWork;
  /** Lost answers in a row since the last one. */
  readonly failures: number;
  /** What the provider last said; null: nothing. */
  readonly said: ProviderState | null;
}

/** How an attempt to charge stands. The provider's proof comes first, then what is still to be done there. */
export function attemptStanding({ status, end, work, failures, said }: AttemptFacts): PaymentStanding {
  if (said === 'refunded') return 'returned';
  if (work === 'refund') return 'returning';
  switch (status) {
    case 'APPROVED':
      return 'approved';
    case 'PENDING':
      if (work === 'cancel') return 'cancelling';
      // Charged, but not accredited yet, or not what was asked.
      if (failures > 0 || said === 'processed') return 'doubt';
      return said === null ? 'asking' : 'waiting';
    case 'REJECTED':
      if (work !== 'none') return 'called-off';
      if (said === 'processed') return 'mismatch';
      return end === 'cancelled' || end === 'expired' ? end : 'rejected';
  }
}

/** How a payment stands that no provider was asked for, by the status of its order or table (D-45). */
export function recordedStanding(
  payment: Pick<PaymentRow, 'method' | 'status'>,
  status: OrderStatus | GroupStatus,
): PaymentStanding {
  const state = paymentState(payment, status);
  switch (state) {
    case null:
      return 'dropped';
    case 'due':
    case 'taken':
      return state;
    case 'APPROVED':
      return 'approved';
    case 'REJECTED':
      return 'rejected';
    case 'PENDING':
      return 'doubt';
  }
}

/** A provider's side of a payment. */
export interface KnownCharge {
  /** As gateways name it. */
  readonly service: string;
  /** What it last said; null: nothing. */
  readonly said: ProviderState | null;
  /** Its last answer was lost. */
  readonly silent: boolean;
  /** When it was last asked, and when it last answered; null: never. */
  readonly asked_at: Instant | null;
  readonly known_at: Instant | null;
  readonly last_four_digits: string | null;
}

/** Everything that is known of one payment, or of one attempt to charge it. */
export interface KnownPayment {
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly standing: PaymentStanding;
  /** Since when it stands so. */
  readonly since: Instant;
  /** The person who recorded or started it, and when; null when that was no person of the store. */
  readonly by: string | null;
  readonly at: Instant;
  /** Why the money was given back, and who allowed it by their PIN; null for a payment. */
  readonly reason: string | null;
  readonly authorised_by: string | null;
  /** null: no provider was asked, so the person who recorded it says so. */
  readonly charge: KnownCharge | null;
}

/** The payments of an order or table, oldest first, also those that ended or were replaced. */
export interface KnownPayments {
  readonly payments: readonly KnownPayment[];
  /** What is to be paid, with the tip; 0 once it was rejected. */
  readonly total: Money;
  /** What can be given back, by method. */
  readonly refundable: readonly { readonly method: PaymentMethod; readonly amount: Money }[];
  /** The server's clock when it answered. */
  readonly now: Instant;
  /** No money moves: the provider is the sandbox. */
  readonly sandbox: boolean;
}

/** How each standing counts in the sums. An open payment may still be charged, so it must not be charged again. */
const moneyOf: Readonly<Record<PaymentStanding, 'collected' | 'open' | 'unsettled' | 'returned' | null>> = {
  due: null,
  taken: 'collected',
  dropped: null,
  asking: 'open',
  waiting: 'open',
  doubt: 'open',
  cancelling: 'open',
  approved: 'collected',
  rejected: null,
  cancelled: null,
  expired: null,
  'called-off': 'unsettled',
  returning: 'unsettled',
  returned: 'returned',
  mismatch: 'unsettled',
  refunded: 'returned',
  refunding: null,
  'refund-refused': null,
};

/** Whether the provider is still being asked about it. */
export const isUnsettled = ({ standing }: Pick<KnownPayment, 'standing'>): boolean =>
  moneyOf[standing] === 'open' || standing === 'called-off' || standing === 'returning' || standing === 'refunding';

export interface PaymentTotals {
  /** Proven by a provider, or taken by people whose order or table is finished. */
  readonly collected: Money;
  /** What is still to be charged: neither collected nor still open at a provider. */
  readonly due: Money;
  /** Asked of a provider, without its proof. Never part of `collected`. */
  readonly doubt: Money;
  readonly returned: Money;
}

/** The sums of an order's or table's payments (D-45). Money in doubt is never counted as paid. */
export function paymentTotals({ payments, total }: Pick<KnownPayments, 'payments' | 'total'>): PaymentTotals {
  const sum = (kind: (typeof moneyOf)[PaymentStanding]): Money =>
    add(zero, ...payments.filter((p) => moneyOf[p.standing] === kind).map((p) => p.amount));
  const [collected, open] = [sum('collected'), sum('open')];
  return {
    collected,
    due: atLeastZero(subtract(subtract(total, collected), open)),
    doubt: add(open, sum('unsettled')),
    returned: sum('returned'),
  };
}
