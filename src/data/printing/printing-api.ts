import { type ClientLink, createORPCClient } from '@orpc/client';
import type { Api, CallContext } from '#commands/api.ts';
import { minifiedPrinting } from '#contract/contract-printing.gen.ts';
import { loadLink } from '#data/api/api.ts';
import { noAnswer } from '#sync/failure.ts';

const link: ClientLink<CallContext> = {
  async call(...call) {
    const { linkOf } = await loadLink().catch(() => {
      throw noAnswer(0);
    });
    return linkOf(minifiedPrinting).call(...call);
  },
};

const client: Pick<Api, 'printing'> = createORPCClient(link);

/** The calls about printing, which the first screens do without. Failures reject with ApiFailure. */
export const printingApi = client.printing;
