import { ORPCError } from '@orpc/server';
import type { ErrorBody } from '#contract/errors.ts';
import { httpStatusOf } from '#contract/errors.ts';
import type { Failure } from '#domain/errors.ts';
import { isDatabaseAway, isServerDiskFull } from '#server/db/failures.ts';
import { errorText } from '#texts/refusals.ts';
import { invoiceFieldText } from '#texts/invoices.ts';

/** A refusal as sent: status, body (N-17), headers. Thrown only at the edge, because oRPC expects exceptions. */
export class Refusal extends ORPCError<string, ErrorBody> {
  /** May be 307, which oRPC does not take for an error (D-05). */
  override readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: ErrorBody, status: number, headers: Readonly<Record<string, string>> = {}) {
    super(body.code, { status: Math.max(status, 400), message: body.message, data: body });
    this.status = status;
    this.headers = headers;
  }
}

/** Failure -> body with message, code and messages by field. */
export function errorBody(failure: Failure): ErrorBody {
  const message = errorText(failure);
  if (!failure.fields) return { message, code: failure.code };
  const errors: Record<string, string[]> = {};
  for (const [field, problems] of Object.entries(failure.fields))
    // A field with the rule 'invalid' repeats the message of the refusal.
    errors[field] = problems.map((p) =>
      p.rule === 'invalid' && failure.code !== 'validation' ? message : invoiceFieldText(p),
    );
  return { message, code: failure.code, errors };
}

export const statusOf = (failure: Pick<Failure, 'code'>): number => httpStatusOf[failure.code];

/** Additional members of an error body, for example the `current` entity of a conflict. */
export type Extra = Readonly<Record<string, unknown>>;

export const refusal = (failure: Failure, extra: Extra = {}, headers: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal({ ...errorBody(failure), ...extra }, statusOf(failure), headers);

/** Seconds after which a client asks a server again whose database was away. */
const awaySeconds = '1';

/** The refusal of an unexpected error: 503 while the database is away, 507 when its disk is full, else 500. */
export function unexpectedRefusal(error: unknown): Refusal {
  if (isDatabaseAway(error)) return refusal({ code: 'unavailable' }, {}, { 'retry-after': awaySeconds });
  return refusal({ code: isServerDiskFull(error) ? 'disk_full' : 'internal' });
}
