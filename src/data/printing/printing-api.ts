import { createORPCClient } from '@orpc/client';
import type { Api } from '#commands/api.ts';
import { minifiedPrinting } from '#contract/contract-printing.gen.ts';
import { laterLink } from '#data/api/later-link.ts';

const client: Pick<Api, 'printing'> = createORPCClient(laterLink(minifiedPrinting));

/** The calls about printing, which the first screens do without. Failures reject with ApiFailure. */
export const printingApi = client.printing;
