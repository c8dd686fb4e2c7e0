import { readPhone } from '#contract/phone.ts';
import type { CodeAddress } from '#data/session/one-time-code.ts';
import type { OtpTarget } from '#domain/account.ts';
import { email, firstProblem, normalEmail, plainText, required } from '#domain/fields.ts';
import { fieldText } from '#texts/fields.ts';

export type ReadTarget =
  | { readonly ok: true; readonly to: CodeAddress }
  /** The sentence under the field. */
  | { readonly ok: false; readonly error: string };

const recovery = { issued_for: 'recovery_access' } as const;

/**
 * To whom the code goes: a number without country code is Argentine, and every wrong one has the same
 * sentence; an address has the generic ones. Rejects only if the numbering plans cannot be loaded.
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
