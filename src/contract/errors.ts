import { isObject } from '#domain/unknown.ts';
import type { ErrorCode } from '#domain/errors.ts';

/** Error code -> HTTP status. Only this file defines statuses (N-17). */
export const httpStatusOf: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  payload_too_large: 413,
  unauthenticated: 401,
  token_revoked: 401,
  invalid_credentials: 401,
  forbidden: 403,
  plan_required: 403,
  not_found: 404,
  conflict: 409,
  in_progress: 409,
  code_busy: 409,
  group_closed: 409,
  // Without a Location header (D-05).
  cashbox_settings_required: 307,
  cashbox_open: 409,
  cashbox_closed: 409,
  cashbox_configured: 409,
  cashbox_blind: 409,
  not_paying: 409,
  ticket_closed: 409,
  already_billed: 409,
  too_early: 425,
  expired: 410,
  validation: 422,
  invalid_transition: 422,
  total_mismatch: 422,
  order_minimum: 422,
  out_of_zone: 422,
  service_unavailable: 422,
  item_unavailable: 422,
  last_item: 422,
  promocode_invalid: 422,
  payment_rejected: 422,
  billing_unavailable: 422,
  otp_invalid: 422,
  email_taken: 422,
  phone_taken: 422,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  unavailable: 503,
  disk_full: 507,
  internal: 500,
  no_response: 0,
};

const known = new Set<string>(Object.keys(httpStatusOf));

export const isErrorCode = (text: unknown): text is ErrorCode => typeof text === 'string' && known.has(text);

/** The body of every refusal. Only a conflict has `current`. */
export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly current?: unknown;
}

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (isObject(value)) return texts(value['message']);
  return [];
};

/** The messages of an error body in any of its three forms: message, errors by field, errors as a list (E-04, N-17). */
export function errorMessages(body: unknown): { messages: string[]; fields: Record<string, string[]> } {
  if (!isObject(body)) return { messages: [], fields: {} };
  const { errors } = body;
  const fields: Record<string, string[]> = {};
  let listed: string[] = [];
  if (Array.isArray(errors)) listed = errors.flatMap(texts);
  else if (isObject(errors)) for (const [field, value] of Object.entries(errors)) fields[field] = texts(value);
  const all = [...listed, ...Object.values(fields).flat()];
  const message = texts(body['message']);
  return { messages: all.length > 0 ? [...new Set(all)] : message, fields };
}
