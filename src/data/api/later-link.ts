import type { ClientLink } from '@orpc/client';
import type { AnyContractRouter } from '@orpc/contract';
import type { CallContext } from '#commands/api.ts';
import { noAnswer } from '#sync/failure.ts';
import { loadLink } from './api.ts';

/** Sends the calls of a part of the contract that the first screens do without (`contractParts`). */
export const laterLink = (contract: AnyContractRouter): ClientLink<CallContext> => ({
  async call(...call) {
    const { linkOf } = await loadLink().catch(() => {
      throw noAnswer(0);
    });
    return linkOf(contract).call(...call);
  },
});
