import type * as z from 'zod/mini';
import type { payout } from '#contract/payouts.ts';
import type { Currency } from '#domain/money.ts';
import type { Payout } from '#domain/payouts.ts';
import { readInstant, readMoney, writeInstant, writeMoney } from './amounts.ts';

export type WirePayout = z.infer<typeof payout>;

export const readPayout = (wire: WirePayout, currency: Currency): Payout => ({
  ...wire,
  amount: readMoney(wire.amount, currency),
  created_at: readInstant(wire.created_at),
});

export const writePayout = (payout: Payout, currency: Currency): WirePayout => ({
  ...payout,
  amount: writeMoney(payout.amount, currency),
  rider: payout.rider && { ...payout.rider },
  created_at: writeInstant(payout.created_at),
});
