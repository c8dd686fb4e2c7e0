import type { FieldProblem } from './errors.ts';

/** Field rules shared by every form and by the server (E-08 to E-14). null = fine. */
export const required = (value: string): FieldProblem | null => (value.trim() === '' ? { rule: 'required' } : null);

const length = (value: string): number => Array.from(value).length;

export const minLength = (value: string, min: number): FieldProblem | null =>
  length(value) < min ? { rule: 'min-length', min } : null;

export const maxLength = (value: string, max: number): FieldProblem | null =>
  length(value) > max ? { rule: 'max-length', max } : null;

export const minValue = (value: number, min: number): FieldProblem | null =>
  value < min ? { rule: 'min-value', min } : null;

export const maxValue = (value: number, max: number): FieldProblem | null =>
  value > max ? { rule: 'max-value', max } : null;

export const equalTo = (value: string, other: string, otherName: string): FieldProblem | null =>
  value === other ? null : { rule: 'equal', otherName };

// One @, no spaces, a dot inside the domain: the provider decides the rest.
const emailPattern = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

export const normalEmail = (value: string): string => value.trim().toLowerCase();

export const email = (value: string): FieldProblem | null =>
  emailPattern.test(normalEmail(value)) ? null : { rule: 'email' };

/** The first problem of a field, in the order given. */
export const firstProblem = (...problems: readonly (FieldProblem | null)[]): FieldProblem | null =>
  problems.find((p) => p !== null) ?? null;
