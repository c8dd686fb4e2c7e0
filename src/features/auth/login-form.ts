import type { FieldProblem } from '#domain/errors.ts';
import { email, firstProblem, maxLength, minLength, required } from '#domain/fields.ts';
import { passwordChars } from '#domain/limits.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type LoginProblems = Partial<Record<keyof Credentials, FieldProblem>>;

/** E-mail: required and valid. Password: required, 8 to 16 characters. */
export function loginProblems(values: Credentials): LoginProblems {
  const problems: LoginProblems = {};
  const ofEmail = firstProblem(required(values.email), email(values.email));
  const ofPassword = firstProblem(
    required(values.password),
    minLength(values.password, passwordChars.min),
    maxLength(values.password, passwordChars.max),
  );
  if (ofEmail) problems.email = ofEmail;
  if (ofPassword) problems.password = ofPassword;
  return problems;
}
