import * as z from 'zod/mini';
import { payoutCode, payoutStatuses } from '#domain/payouts.ts';
import { id, pathId, positiveDecimal, text, timestamp } from './fields.ts';
import { procedure } from './procedure.ts';

/** U-21. */
export const payout = z.object({
  id,
  amount: positiveDecimal,
  code: z.string().check(z.regex(payoutCode)),
  status: z.enum(payoutStatuses),
  rider: z.nullable(z.object({ name: z.string() })),
  created_at: timestamp,
});

/** The payload of payout-updated, without code and amount. */
export const payoutNotice = z.object({ id, status: z.enum(payoutStatuses) });

const storePath = { store_id: pathId };

export const payoutsContract = {
  /** Newest first. Returns PENDING payouts unless the query names another status (U-22). */
  list: procedure('payout.manage', 'GET', '/store/{store_id}/payouts', 'Payouts of riders')
    .input(z.object({ ...storePath, status: z.optional(z.enum(payoutStatuses)) }))
    .output(z.array(payout)),
  /** 422 otp_invalid for a wrong code. Confirming twice changes nothing (U-23). */
  confirm: procedure(
    'payout.manage',
    'PATCH',
    '/store/{store_id}/payouts/{payout_id}/confirm',
    'Confirm that the money was handed over',
  )
    .input(z.object({ ...storePath, payout_id: pathId, code: text(20) }))
    .output(payout),
};
