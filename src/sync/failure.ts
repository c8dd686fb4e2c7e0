/** Why a call brought no result, before anybody decides what it means. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    /** 0 = no answer, or one that is not ours (a captive portal's HTML). */
    readonly status: number,
    readonly code: string,
    message: string,
    /** The error body as it came: field errors, `current` of a conflict. */
    readonly body: unknown,
    readonly retryAfterMs: number | null,
    /** Which access token the call carried; an answer of an older one says nothing about the present one. */
    readonly generation: number,
  ) {
    super(message);
  }
}

const transient = new Set([408, 425, 429]);

export type FailureClass = 'unknown' | 'auth' | 'refused';

/** SYNC, table of failures. A twin still running (409 in_progress) is unknown, not a refusal. */
export function classOf(failure: ApiFailure): FailureClass {
  if (failure.status === 0 || failure.status >= 500 || transient.has(failure.status)) return 'unknown';
  if (failure.status === 401) return 'auth';
  if (failure.status === 409 && failure.code === 'in_progress') return 'unknown';
  return 'refused';
}
