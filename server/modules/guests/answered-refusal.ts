import type { GuestRequestState } from '#domain/guest.ts';
import { type Refusal, refusal } from '#server/http/errors.ts';
import { guestRefusals } from '#texts/guests.ts';

/** The conflict of a request that has ended otherwise. */
export const answeredRefusal = (state: GuestRequestState): Refusal =>
  refusal({ code: 'conflict', params: { sentence: guestRefusals.answered[state] } });
