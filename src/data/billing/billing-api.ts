import { createORPCClient } from '@orpc/client';
import type { Api } from '#commands/api.ts';
import { minifiedBilling } from '#contract/contract-billing.gen.ts';
import { laterLink } from '#data/api/later-link.ts';

const client: Pick<Api, 'billing'> = createORPCClient(laterLink(minifiedBilling));

/** The calls about invoices, which the first screens do without. Failures reject with ApiFailure. */
export const billingApi = client.billing;
