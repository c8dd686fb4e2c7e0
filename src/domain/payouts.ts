import type { Money } from './money.ts';
import type { Instant } from './time.ts';

/** Money that a rider brings to the store (D-15). The staff counts it and confirms it with a code (U-21, U-23). */
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

/** The format of a payout code. */
export const payoutCode = /^\d{4,6}$/;

/** Compares a typed code with the payout's, ignoring spaces. */
export const isPayoutCode = (payout: Pick<Payout, 'code'>, typed: string): boolean =>
  typed.replace(/\s/g, '') === payout.code;
