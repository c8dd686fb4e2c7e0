import type { Instant } from './time.ts';
import { after, minutes } from './time.ts';

/** Rules of accounts: one-time codes and passwords (T4, T5). */

export const fullnameMaxChars = 150;

export const socialProviders = ['google', 'facebook'] as const;
export type SocialProvider = (typeof socialProviders)[number];

export const isSocialProvider = (text: string): text is SocialProvider => socialProviders.some((p) => p === text);

/**
 * Why a provider's redirect brings no session, as `error` in the fragment. email_taken: the address belongs to
 * an account here, which only its password or a code opens (T6).
 */
export const socialErrors = ['denied', 'not_configured', 'expired', 'no_email', 'email_taken', 'failed'] as const;
export type SocialError = (typeof socialErrors)[number];

/** When a person gets the push about a new order: at once, or after 15 s without anyone attending to it (D-44). */
export const newOrderPushes = ['always', 'unattended'] as const;
export type NewOrderPush = (typeof newOrderPushes)[number];

/** The channel of a code. */
export const otpTargets = ['phone', 'email'] as const;
export type OtpTarget = (typeof otpTargets)[number];

/**
 * The spellings of a number (E.164), the one with the 9 first. '+54 11 …' and '+54 9 11 …' are the same
 * telephone: only callers from abroad dial the 9 of a mobile, so without it a mobile looks like a fixed line.
 */
export function phoneForms(e164: string): readonly [string, ...string[]] {
  const rest = /^\+549?(\d{10})$/.exec(e164)?.[1];
  return rest === undefined ? [e164] : [`+549${rest}`, `+54${rest}`];
}

/** The purpose of a code: login after a forgotten password, or verification of the own phone. */
export type OtpPurpose = 'recovery_access' | 'phone_verification';

/** pending: still accepted; void: after three wrong tries, or by a change of the account. */
export const otpStates = ['pending', 'used', 'void', 'expired'] as const;
export type OtpState = (typeof otpStates)[number];

/** These limits make a code of four digits safe against guessing (T4). */
export const otpTries = 3;
export const otpLifeMs = minutes(10);
export const otpResendMs = minutes(1);
/** Codes an hour for a target that one address asks for, and for a person's own phones. */
export const otpsPerHour = 5;
/**
 * Codes an hour for a target, from all who ask together. It is above `otpsPerHour`, so that a stranger does not use up
 * the owner's.
 */
export const otpsOfTargetPerHour = 20;

/** A sent code, reduced to the fields that its rules need. */
export interface SentOtp {
  readonly sent_at: Instant;
  readonly expires_at: Instant;
  readonly tries: number;
  readonly used_at: Instant | null;
}

export function otpState(otp: SentOtp, now: Instant): OtpState {
  if (otp.used_at !== null) return 'used';
  if (otp.tries >= otpTries) return 'void';
  return otp.expires_at <= now ? 'expired' : 'pending';
}

/** Whole seconds until the next code may be requested; 0 = now. */
export const resendSeconds = (otp: Pick<SentOtp, 'sent_at'>, now: Instant): number =>
  Math.max(0, Math.ceil((after(otp.sent_at, otpResendMs) - now) / 1000));

/**
 * Whole seconds until the target may get its next code: one per minute, twenty per hour (T4); 0 = now. `sent`: the
 * times of earlier codes, in any order.
 */
export function waitForCode(sent: readonly Instant[], now: Instant): number {
  const newestFirst = sent.filter((at) => after(at, minutes(60)) > now).toSorted((a, b) => b - a);
  const [newest] = newestFirst;
  const last = newestFirst[otpsOfTargetPerHour - 1];
  const free = [
    ...(newest === undefined ? [] : [after(newest, otpResendMs)]),
    ...(last === undefined ? [] : [after(last, minutes(60))]),
  ];
  return Math.max(0, ...free.map((at) => Math.ceil((at - now) / 1000)));
}
