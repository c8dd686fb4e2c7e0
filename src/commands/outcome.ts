import type { SendOutcome, Snapshot } from '#sync/entry.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';

/** The content of a refusal: the current entity, who changed it and when. */
export interface Conflict {
  readonly snapshots: readonly Snapshot[];
  readonly found: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

export const noConflict: Conflict = { snapshots: [], found: null, by: null, at: null };

/** Runs a call once and classifies its result (offline engine, Failures). */
export async function outcomeOf(
  call: () => Promise<readonly Snapshot[]>,
  conflictIn: (body: unknown) => Conflict = () => noConflict,
): Promise<SendOutcome> {
  try {
    return { kind: 'applied', snapshots: await call() };
  } catch (error) {
    // An unreadable answer counts as no answer.
    if (!(error instanceof ApiFailure)) return { kind: 'unknown', retryAfterMs: null, fault: true };
    switch (classOf(error)) {
      case 'unknown':
        return {
          kind: 'unknown',
          retryAfterMs: error.retryAfterMs,
          fault: error.status >= 500,
          current: error.status === 425 ? conflictIn(error.body).snapshots[0] : undefined,
        };
      case 'auth':
        return { kind: 'auth', generation: error.generation };
      case 'refused':
        return { kind: 'refused', code: error.code, message: error.message, ...conflictIn(error.body) };
    }
  }
}
