import { type ClientLink, createORPCClient } from '@orpc/client';
import type { Api, CallContext } from '#commands/api.ts';
import { takeEarlyAnswer } from '#platform/early-answers.ts';
import { countRequest } from '#platform/idle.ts';
import { noAnswer } from '#sync/failure.ts';

/** Loads what sends calls. A first screen whose answers the page has asked for itself needs none (docs/decisions/025). */
export const loadLink = () => import('./link.ts');

/** Kept, because a page that is being closed gets no answer to an import any more. */
let loaded: ClientLink<CallContext> | null = null;

const link: ClientLink<CallContext> = {
  async call(...call) {
    loaded ??= await countRequest(loadLink()).then(
      ({ apiLink }) => apiLink,
      () => {
        throw noAnswer(0);
      },
    );
    return loaded.call(...call);
  },
};

/** The typed client of the whole contract. Failures reject with ApiFailure. */
export const api: Api = createORPCClient(link);

/** The answer to a call that the page made before the app ran (src/app/early.ts); without a good one, asks now. */
export async function earlyOr<T>(call: string, ask: () => Promise<T>): Promise<T> {
  const early = await countRequest(takeEarlyAnswer(call)).catch(() => null);
  // The page of a captive portal comes with 200, too.
  const body = early?.ok === true ? await early.json().catch(() => null) : null;
  return body ?? ask();
}
