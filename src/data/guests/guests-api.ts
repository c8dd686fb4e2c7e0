import { createORPCClient } from '@orpc/client';
import type { Api } from '#commands/api.ts';
import { minifiedGuests } from '#contract/contract-guests.gen.ts';
import { laterLink } from '#data/api/later-link.ts';

const client: Pick<Api, 'guests'> = createORPCClient(laterLink(minifiedGuests));

/**
 * The calls of guests at the tables and about them, which the first screens do without. A guest's calls carry their
 * visit's token: `{ context: { guest: token } }`. Failures reject with ApiFailure.
 */
export const guestsApi = client.guests;
