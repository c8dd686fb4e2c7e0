import { fail, type FieldErrors, type FieldProblem } from '#domain/errors.ts';

/** 422 validation of one field: 'payments.0.amount'. */
export function invalidField(field: string, rule: 'invalid' | 'required' | 'phone' | 'address' = 'invalid') {
  const problem: FieldProblem = { rule };
  const fields: FieldErrors = { [field]: [problem] };
  return fail('validation', { fields });
}
