import type { Money } from './money.ts';
import type { Instant } from './time.ts';

/** Money that a rider brings to the store (D-15): counted by the staff, then confirmed with a code (U-21, U-23). */
export const payoutStatuses = ['PENDING', 'CONFIRMED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export interface Payout {
  readonly id: number;
  readonly amount: Money;
  /** 4 to 6 digits that the rider's app asks for. */
  readonly code: string;
  readonly status: PayoutStatus;
  readonly rider: { readonly name: string } | null;
  readonly created_at: Instant;
}

/** What the code of a payout may look like. */
export const payoutCode = /^\d{4,6}$/;

/** Whether that is the payout's code, however it was spaced. */
export const isPayoutCode = (payout: Pick<Payout, 'code'>, typed: string): boolean =>
  typed.replace(/\s/g, '') === payout.code;
