import { fail, ok, type Result } from '#domain/errors.ts';
import { isUuid, type Uuid } from '#domain/ids.ts';

/**
 * The state on which the person's change is based: a revision that they saw, or the result of their own earlier
 * command. `money` is a second revision, for a change that touches two registers.
 */
export type Base = { readonly rev: number; readonly money?: number } | { readonly after: Uuid };

/**
 * Whether a command needs a base to compare. A status change needs one, because it could undo another person's change;
 * a creation has nothing to compare.
 */
export type BaseRule = 'required' | 'none';

/** Metadata of a command besides its body (docs/offline-engine.md). */
export interface CommandHeaders {
  /** Idempotency-Key. */
  readonly id: Uuid;
  /** If-Match: "<revision>" or "<status_rev>.<money_rev>", or X-After: <command id>. */
  readonly base: Base | null;
  /** X-Device; null when missing or not a UUID. */
  readonly deviceId: Uuid | null;
  /** X-Seq: the command's number on its device; null when missing or not an integer. */
  readonly seq: number | null;
  /** X-Settle-Only: 1. The server returns the stored decision, or decides to never apply the command. */
  readonly settleOnly: boolean;
  /** X-Taken-Offline: 1. The sale was made at the prices that the device had (N-15). */
  readonly takenOffline: boolean;
}

/** Header names in lower case, as Node passes them. */
export type HeaderBag = Readonly<Record<string, string | readonly string[] | undefined>>;

const textOf = (headers: HeaderBag, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
};

const uuidOf = (text: string | null): Uuid | null => {
  const id = text?.toLowerCase() ?? '';
  return isUuid(id) ? id : null;
};

const wrong = (name: string, given: string | null) =>
  fail('validation', { fields: { [name]: [{ rule: given === null || given === '' ? 'required' : 'invalid' }] } });

function baseOf(headers: HeaderBag, rule: BaseRule): Result<Base | null> {
  if (rule === 'none') return ok(null);
  const after = textOf(headers, 'x-after');
  if (after !== null) {
    const id = uuidOf(after);
    return id ? ok({ after: id }) : fail('validation', { fields: { 'X-After': [{ rule: 'invalid' }] } });
  }
  const match = textOf(headers, 'if-match');
  const [, rev, money] = /^"(\d{1,9})(?:\.(\d{1,9}))?"$/.exec(match ?? '') ?? [];
  if (rev === undefined) return wrong('If-Match', match);
  return ok({ rev: Number(rev), ...(money !== undefined && { money: Number(money) }) });
}

/** The UUID in a header; null when it is missing or none. */
export const uuidHeader = (headers: HeaderBag, name: string): Uuid | null => uuidOf(textOf(headers, name));

/** 422 validation when the key is missing or malformed, or when a required base is. */
export function commandHeaders(headers: HeaderBag, rule: BaseRule): Result<CommandHeaders> {
  const base = baseOf(headers, rule);
  if (!base.ok) return base;
  const key = textOf(headers, 'idempotency-key');
  const id = uuidOf(key);
  if (!id) return wrong('Idempotency-Key', key);
  const seq = textOf(headers, 'x-seq') ?? '';
  return ok({
    id,
    base: base.value,
    deviceId: uuidHeader(headers, 'x-device'),
    seq: /^\d{1,9}$/.test(seq) ? Number(seq) : null,
    settleOnly: headers['x-settle-only'] === '1',
    takenOffline: headers['x-taken-offline'] === '1',
  });
}
