import type { Instant } from './time.ts';
import { after, minutes } from './time.ts';

/** Rules of accounts: one-time codes and passwords (T4, T5). */

export const fullnameMaxChars = 150;

export const socialProviders = ['google', 'facebook'] as const;
export type SocialProvider = (typeof socialProviders)[number];

export const isSocialProvider = (text: string): text is SocialProvider => socialProviders.some((p) => p === text);

/**
 * Why somebody comes back from a provider without a session, as `error` in the fragment. email_taken: the address
 * has an account here, which only its password or a code opens (T6).
 */
export const socialErrors = ['denied', 'not_configured', 'expired', 'no_email', 'email_taken', 'failed'] as const;
export type SocialError = (typeof socialErrors)[number];

/** Where a code goes. */
export const otpTargets = ['phone', 'email'] as const;
export type OtpTarget = (typeof otpTargets)[number];

/**
 * '+54 11 …' and '+54 9 11 …' are one telephone to whoever writes it: without the 9 that only callers from abroad dial, a
 * mobile looks like a fixed line. The forms of a number (E.164), the one with the 9 first.
 */
export function phoneForms(e164: string): readonly [string, ...string[]] {
  const rest = /^\+549?(\d{10})$/.exec(e164)?.[1];
  return rest === undefined ? [e164] : [`+549${rest}`, `+54${rest}`];
}

/** What a code is good for: logging in after a forgotten password, or proving the phone of one's own profile. */
export type OtpPurpose = 'recovery_access' | 'phone_verification';

/** pending: may still be typed · void: three wrong tries, or a newer one was sent. */
export const otpStates = ['pending', 'used', 'void', 'expired'] as const;
export type OtpState = (typeof otpStates)[number];

/** A code of four digits stands up to guessing only with these (T4). */
export const otpTries = 3;
export const otpLifeMs = minutes(10);
export const otpResendMs = minutes(1);
export const otpsPerHour = 5;

/** A code that was sent, as far as its rules go. */
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

/** Whole seconds until another code may be asked for; 0 = now. */
export const resendSeconds = (otp: Pick<SentOtp, 'sent_at'>, now: Instant): number =>
  Math.max(0, Math.ceil((after(otp.sent_at, otpResendMs) - now) / 1000));

/**
 * Whole seconds that the target has to wait for its next code: one a minute, five an hour (T4). `sent`: what went to it
 * within the last hour, in any order; 0 = now.
 */
export function waitForCode(sent: readonly Instant[], now: Instant): number {
  const newestFirst = sent.filter((at) => after(at, minutes(60)) > now).toSorted((a, b) => b - a);
  const [newest] = newestFirst;
  const fifth = newestFirst[otpsPerHour - 1];
  const free = [
    ...(newest === undefined ? [] : [after(newest, otpResendMs)]),
    ...(fifth === undefined ? [] : [after(fifth, minutes(60))]),
  ];
  return Math.max(0, ...free.map((at) => Math.ceil((at - now) / 1000)));
}
