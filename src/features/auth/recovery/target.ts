import type { CodeAddress } from '#data/session/one-time-code.ts';
import type { OtpTarget } from '#domain/account.ts';

/** In a file of its own because route guards import it; the screens load lazily. */
export const isOtpTarget = (text: unknown): text is OtpTarget => text === 'phone' || text === 'email';

/** Parses the query of the verification screen; null when a value is missing or unknown. */
export function targetOf(query: {
  readonly target_type?: unknown;
  readonly target?: unknown;
  readonly issued_for?: unknown;
}): CodeAddress | null {
  const { target_type, issued_for } = query;
  // The router parses a query value of digits as a number.
  const target = typeof query.target === 'number' ? String(query.target) : query.target;
  if (!isOtpTarget(target_type) || typeof target !== 'string' || target.trim() === '') return null;
  return issued_for === 'recovery_access' ? { target_type, target, issued_for } : null;
}
