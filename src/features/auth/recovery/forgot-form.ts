import { readPhone } from '#contract/phone.ts';
import type { CodeAddress } from '#data/session/one-time-code.ts';
import type { OtpTarget } from '#domain/account.ts';
import { email, firstProblem, normalEmail, plainText, required } from '#domain/fields.ts';
import { fieldText } from '#texts/fields.ts';

export type ReadTarget =
  | { readonly ok: true; readonly to: CodeAddress }
  /** The message under the field. */
  | { readonly ok: false; readonly error: string };

const recovery = { issued_for: 'recovery_access' } as const;

/**
 * Parses the recipient of the code. A number without a country code is Argentine; all phone errors share
 * one message, e-mail errors have the generic ones. Rejects only when the numbering plans do not load.
 */
export async function readTarget(target_type: OtpTarget, typed: string): Promise<ReadTarget> {
  const text = plainText(typed);
  if (target_type === 'email') {
    const target = normalEmail(text);
    const problem = firstProblem(required(target), email(target));
    return problem ? { ok: false, error: fieldText(problem) } : { ok: true, to: { target_type, target, ...recovery } };
  }
  const read = await readPhone(text, 'AR');
  return read.ok
    ? { ok: true, to: { target_type, target: read.e164, ...recovery } }
    : { ok: false, error: fieldText({ rule: 'phone' }) };
}
