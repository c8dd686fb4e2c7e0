import type { CodeAddress } from '#data/session/one-time-code.ts';
import type { OtpTarget } from '#domain/account.ts';

/** Alone, because the routes' guards read it: the screens themselves come when they are asked for. */
export const isOtpTarget = (text: unknown): text is OtpTarget => text === 'phone' || text === 'email';

/** The query of the verification screen; null when one of the three values is missing or unknown. */
export function targetOf(query: {
  readonly target_type?: unknown;
  readonly target?: unknown;
  readonly issued_for?: unknown;
}): CodeAddress | null {
  const { target_type, issued_for } = query;
  // The router reads digits as a number.
  const target = typeof query.target === 'number' ? String(query.target) : query.target;
  if (!isOtpTarget(target_type) || typeof target !== 'string' || target.trim() === '') return null;
  return issued_for === 'recovery_access' ? { target_type, target, issued_for } : null;
}
