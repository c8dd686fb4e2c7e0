import { isObject } from '#domain/unknown.ts';
import { fail, type FieldErrors, type FieldProblem } from '#domain/errors.ts';

/** The fields of a schema issue that this file reads. */
interface Issue {
  readonly code?: unknown;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly origin?: unknown;
  readonly format?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

const maxIssues = 50;

const keysOf = (issue: Issue): PropertyKey[] => (issue.path ?? []).map((p) => (typeof p === 'object' ? p.key : p));

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), data);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function problemOf(issue: Issue, value: unknown): FieldProblem {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) return { rule: 'required' };
  const number = (n: unknown): number => (typeof n === 'number' || typeof n === 'bigint' ? Number(n) : 0);
  const isText = issue.origin === 'string';
  if (issue.code === 'too_small')
    return isText
      ? { rule: 'min-length', min: number(issue.minimum) }
      : { rule: 'min-value', min: number(issue.minimum) };
  if (issue.code === 'too_big' && issue.origin !== 'array')
    return isText
      ? { rule: 'max-length', max: number(issue.maximum) }
      : { rule: 'max-value', max: number(issue.maximum) };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { rule: 'email' };
  return { rule: 'invalid' };
}

/** Schema issues -> problems by field ('items.0.quantity'); `data` is the checked input. */
export function fieldErrors(issues: readonly Issue[], data: unknown): FieldErrors {
  const fields = new Map<string, FieldProblem[]>();
  for (const issue of issues.slice(0, maxIssues)) {
    const path = keysOf(issue);
    const name = path.map(String).join('.') || 'body';
    const problem = problemOf(issue, valueAt(data, path));
    const known = fields.get(name);
    // An empty field breaks several rules at once; report it once.
    if (!known) fields.set(name, [problem]);
    else if (known.every((p) => p.rule !== 'required' && p.rule !== problem.rule)) known.push(problem);
  }
  return Object.fromEntries(fields);
}

/** 422 validation of one field, such as 'payments.0.amount'. */
export function invalidField(field: string, rule: 'invalid' | 'required' | 'phone' | 'address' = 'invalid') {
  const problem: FieldProblem = { rule };
  const fields: FieldErrors = { [field]: [problem] };
  return fail('validation', { fields });
}
