import { readPhone } from '#contract/phone.ts';
import type { SignUpFields } from '#data/session/account.ts';
import type { ReadFailure } from '#data/api/failure.ts';
import { fullnameMaxChars } from '#domain/account.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { email, firstProblem, maxLength, minLength, normalEmail, plainText, required } from '#domain/fields.ts';
import { passwordChars } from '#domain/limits.ts';
import { errorTexts, failureSentences } from '#texts/errors.ts';
import { fieldText } from '#texts/fields.ts';

/** In screen order: the form focuses the first invalid field. */
export const signUpFields = ['fullname', 'email', 'phone', 'password'] as const;
export type SignUpField = (typeof signUpFields)[number];
export type SignUpValues = Readonly<Record<SignUpField, string>>;
/** The message under each invalid field. */
export type SignUpErrors = Partial<Record<SignUpField, string>>;

const emailMaxChars = 254;

const wordsOf = (problem: FieldProblem | null): string | undefined =>
  problem === null ? undefined : fieldText(problem);

/** No default country here: the number must carry its own code. */
async function phoneOf(typed: string): Promise<{ readonly e164: string } | { readonly problem: FieldProblem }> {
  const missing = required(typed);
  if (missing) return { problem: missing };
  const read = await readPhone(typed, null);
  return read.ok ? { e164: read.e164 } : { problem: { rule: 'account-phone', problem: read.problem } };
}

/**
 * Validates the form: the values to send, or the errors. It removes direction marks and surrounding
 * spaces, except in the password. Rejects only when the numbering plans do not load.
 */
export async function readSignUp(typed: SignUpValues): Promise<{ user: SignUpFields | null; errors: SignUpErrors }> {
  const fullname = plainText(typed.fullname);
  const address = normalEmail(plainText(typed.email));
  const { password } = typed;
  const phone = await phoneOf(plainText(typed.phone));
  const found = {
    fullname: wordsOf(firstProblem(required(fullname), maxLength(fullname, fullnameMaxChars))),
    email: wordsOf(firstProblem(required(address), maxLength(address, emailMaxChars), email(address))),
    phone: 'problem' in phone ? fieldText(phone.problem) : undefined,
    password: wordsOf(
      firstProblem(required(password), minLength(password, passwordChars.min), maxLength(password, passwordChars.max)),
    ),
  };
  const errors: SignUpErrors = {};
  for (const field of signUpFields) {
    const sentence = found[field];
    if (sentence !== undefined) errors[field] = sentence;
  }
  if ('problem' in phone || Object.keys(errors).length > 0) return { user: null, errors };
  return { user: { fullname, email: address, phone: phone.e164, password }, errors };
}

/** Maps a server error to its field where it has one, else above the form (E-04). */
export function refusalOf(failure: ReadFailure): { errors: SignUpErrors; above: readonly string[] } {
  const errors: SignUpErrors = {};
  for (const field of signUpFields) {
    const sentences = failure.fields[field] ?? [];
    if (sentences.length > 0) errors[field] = sentences.join(' ');
  }
  if (failure.code === 'email_taken') errors.email = errorTexts.email_taken;
  if (failure.code === 'phone_taken') errors.phone = errorTexts.phone_taken;
  return { errors, above: Object.keys(errors).length > 0 ? [] : failureSentences(failure) };
}
