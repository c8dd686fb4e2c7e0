import type { FieldProblem } from './errors.ts';

/** Field rules shared by all forms and the server (E-08 to E-14). null = valid. */
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

// Matches what the contract's z.email() accepts, so that form and server agree.
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+\-.]{0,63}[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

// Direction marks and other invisible characters, which messengers put around copied contact data.
const unseen = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Removes invisible characters, and spaces at both ends. */
export const plainText = (value: string): string => value.replace(unseen, '').trim();

export const normalEmail = (value: string): string => value.trim().toLowerCase();

export const email = (value: string): FieldProblem | null =>
  emailPattern.test(normalEmail(value)) ? null : { rule: 'email' };

/** The first problem, in the given order. */
export const firstProblem = (...problems: readonly (FieldProblem | null)[]): FieldProblem | null =>
  problems.find((p) => p !== null) ?? null;
