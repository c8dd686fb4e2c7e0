import { isObject } from '#domain/unknown.ts';

/** A call without a result, not yet classified. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    /** 0 = no answer, or one that is not from our server (a captive portal's HTML). */
    readonly status: number,
    readonly code: string,
    message: string,
    /** The error body as received: field errors, `current` of a conflict. */
    readonly body: unknown,
    readonly retryAfterMs: number | null,
    /**
     * Generation of the access token that the call carried. An answer to an older token says nothing about the current
     * one.
     */
    readonly generation: number,
  ) {
    super(message);
  }
}

const transient = new Set([408, 425, 429]);

export type FailureClass = 'unknown' | 'auth' | 'refused';

/**
 * Classifies a failure (offline engine, Failures). A twin that is still running (409 in_progress) is unknown, not
 * refused.
 */
export function classOf(failure: ApiFailure): FailureClass {
  if (failure.status === 0 || failure.status >= 500 || transient.has(failure.status)) return 'unknown';
  // Without our error code it comes from a proxy or a foreign page, which decides nothing about a command.
  if (failure.code === '') return 'unknown';
  if (failure.status === 401) return 'auth';
  if (failure.status === 409 && failure.code === 'in_progress') return 'unknown';
  return 'refused';
}

/** No answer, or one from a foreign server. */
export const noAnswer = (generation: number): ApiFailure =>
  new ApiFailure(0, 'no_response', '', null, null, generation);

/** The parts of an HTTP answer that matter to a command. */
export interface RawAnswer {
  /** 0 = a redirect that was not followed. */
  readonly status: number;
  readonly isJson: boolean;
  /** The parsed body; null when it is not JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/** null when the answer is usable, otherwise the failure. `message` is the text for the person. */
export function failureOf(answer: RawAnswer, message: string, generation: number): ApiFailure | null {
  const { status, isJson, body, retryAfter } = answer;
  const succeeded = status >= 200 && status < 300;
  if (succeeded && (isJson || status === 204)) return null;
  // A captive portal answers 200 with HTML; that is no answer to this call.
  if (succeeded) return noAnswer(generation);
  const seconds = Number(retryAfter);
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
  const code = isObject(body) && typeof body['code'] === 'string' ? body['code'] : '';
  // A page of a captive portal; JSON without our code keeps its status and its messages for people (E-04).
  if (status !== 0 && status < 500 && !isJson && !transient.has(status)) return noAnswer(generation);
  return new ApiFailure(status, code, message, body, retryAfterMs, generation);
}
