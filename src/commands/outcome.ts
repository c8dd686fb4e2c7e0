import type { SendOutcome, Snapshot } from '#sync/entry.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';

/** What a refusal carries: the entity as it is now, and who moved it when. */
export interface Conflict {
  readonly snapshots: readonly Snapshot[];
  readonly found: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

export const noConflict: Conflict = { snapshots: [], found: null, by: null, at: null };

/** One try of a call that answers what is there now, classified (offline engine, Failures). */
export async function outcomeOf(
  call: () => Promise<readonly Snapshot[]>,
  conflictIn: (body: unknown) => Conflict = () => noConflict,
): Promise<SendOutcome> {
  try {
    return { kind: 'applied', snapshots: await call() };
  } catch (error) {
    // An answer that this version cannot read is as good as none.
    if (!(error instanceof ApiFailure)) return { kind: 'unknown', retryAfterMs: null, fault: true };
    switch (classOf(error)) {
      case 'unknown':
        return { kind: 'unknown', retryAfterMs: error.retryAfterMs, fault: error.status >= 500 };
      case 'auth':
        return { kind: 'auth', generation: error.generation };
      case 'refused':
        return { kind: 'refused', code: error.code, message: error.message, ...conflictIn(error.body) };
    }
  }
}
