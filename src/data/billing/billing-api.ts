import { type ClientLink, createORPCClient } from '@orpc/client';
import type { Api, CallContext } from '#commands/api.ts';
import { minifiedBilling } from '#contract/contract-billing.gen.ts';
import { loadLink } from '#data/api/api.ts';
import { noAnswer } from '#sync/failure.ts';

const link: ClientLink<CallContext> = {
  async call(...call) {
    const { linkOf } = await loadLink().catch(() => {
      throw noAnswer(0);
    });
    return linkOf(minifiedBilling).call(...call);
  },
};

const client: Pick<Api, 'billing'> = createORPCClient(link);

/** The calls about invoices, which the first screens do without. Failures reject with ApiFailure. */
export const billingApi = client.billing;
