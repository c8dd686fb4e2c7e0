import { errorMessages, isErrorCode } from '#contract/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ApiFailure } from '#sync/failure.ts';
import { failureText } from '#texts/errors.ts';

/** A parsed failure: its code, the server's messages, and the messages of each field. */
export interface ReadFailure {
  readonly code: ErrorCode;
  readonly messages: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** The one parser of failures (E-01 to E-07). */
export function readFailure(error: unknown): ReadFailure {
  if (!(error instanceof ApiFailure)) return { code: 'internal', messages: [], fields: {} };
  const { messages, fields } = errorMessages(error.body);
  return { code: codeOf(error), messages, fields };
}

/** What a person reads about a failed call, in one line. */
export const readFailureText = (error: unknown): string => failureText(readFailure(error));

function codeOf(failure: ApiFailure): ErrorCode {
  if (failure.status === 0) return 'no_response';
  if (failure.status === 404) return 'not_found';
  if (failure.status === 429) return 'too_many_requests';
  return isErrorCode(failure.code) ? failure.code : 'internal';
}

/** What a person reads about a refused command: the server's sentence, or ours for its code. */
export const refusedText = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  failureText({ code: isErrorCode(code) ? code : 'internal', messages: message === '' ? [] : [message] });

/** Whole seconds to wait before a retry, from a 429; null for any other failure. */
export const secondsToWait = (error: unknown): number | null =>
  error instanceof ApiFailure && error.status === 429 && error.retryAfterMs !== null
    ? Math.ceil(error.retryAfterMs / 1_000)
    : null;
