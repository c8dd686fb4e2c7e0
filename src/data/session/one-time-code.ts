import { isObject } from '#domain/unknown.ts';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { User } from '#contract/account.ts';
import type { OtpState, OtpTarget } from '#domain/account.ts';
import { deviceClock } from '#platform/clock.ts';
import { otpChars } from '#domain/limits.ts';
import { codeFromSms } from '#platform/sms-code.ts';
import { tabRecord } from '#platform/tab-record.ts';
import { accountQueries } from './account.ts';
import { api } from '#data/api/api.ts';
import { secondsLeft, useSecondsLeft } from './countdown.ts';
import { endLeftSession } from './left-session.ts';
import { enterWith, setUser } from './session.ts';

/** The recipient of a code, and its purpose. */
export interface CodeAddress {
  readonly target_type: OtpTarget;
  /** An email address in lower case, or a phone number in E.164. */
  readonly target: string;
  readonly issued_for: 'recovery_access';
}

/** The last code requested in this tab. */
interface Sent {
  /** Its recipient: the result of `aboutTarget` or `aboutPhone`. */
  readonly about: string;
  /** null: the server sent no id. */
  readonly id: string | null;
  /** When the next code may be requested, in monotonic milliseconds of this page. */
  readonly again: number;
}

/** The same in session storage. It holds wall-clock time, because monotonic time starts anew with each page (N-05). */
interface KeptCode {
  readonly about: string;
  readonly id: string | null;
  readonly until: number;
}

const isKept = (value: unknown): value is KeptCode =>
  isObject(value) &&
  typeof value['about'] === 'string' &&
  (value['id'] === null || typeof value['id'] === 'string') &&
  typeof value['until'] === 'number';

const kept = tabRecord<KeptCode>('code', isKept);
const atStart = kept.read();

export const useSentCode = create<{ readonly sent: Sent | null }>(() => ({
  sent: atStart && {
    about: atStart.about,
    id: atStart.id,
    again: deviceClock.mono() + atStart.until - deviceClock.now(),
  },
}));
/**
 * True when the server gave the countdown since this page loaded. A countdown from session storage must be verified.
 */
let isFresh = false;

function remember(about: string, id: string | null, seconds: number): void {
  const ms = seconds * 1_000;
  isFresh = true;
  kept.write({ about, id, until: deviceClock.now() + ms });
  useSentCode.setState({ sent: { about, id, again: deviceClock.mono() + ms } });
}

function forget(): void {
  kept.clear();
  useSentCode.setState({ sent: null });
}

export const aboutTarget = ({ target_type, target }: CodeAddress): string => `${target_type} ${target}`;
export const aboutPhone = (phone: string): string => `own ${phone}`;

/** When the next code may be requested; null = now. */
export const againAt = (sent: Sent | null, about: string): number | null => (sent?.about === about ? sent.again : null);

/** True while the last code to this recipient blocks the request of another one. */
export const isCodeWaiting = (about: string): boolean =>
  secondsLeft(againAt(useSentCode.getState().sent, about) ?? 0, deviceClock.mono()) > 0;

/** POST /otp. Rejects with ApiFailure. */
export async function requestCode(to: CodeAddress): Promise<void> {
  const { id, expires_in } = await api.account.requestCode(to);
  remember(aboutTarget(to), id, expires_in);
}

/** After a reload: takes the countdown from the server (N-05). Without an id, or without an answer, nothing changes. */
export async function restoreCode(about: string): Promise<void> {
  const { sent } = useSentCode.getState();
  if (isFresh || sent?.about !== about || sent.id === null) return;
  const status = await api.account.codeStatus({ id: sent.id }).catch(() => null);
  if (status) remember(about, sent.id, status.expires_in);
}

/** Why the server no longer accepts the code; null if the person may try again or the server does not answer. */
export async function whyRefused(about: string): Promise<Exclude<OtpState, 'pending'> | null> {
  const { sent } = useSentCode.getState();
  if (sent?.about !== about || sent.id === null) return null;
  const answer = await api.account.codeStatus({ id: sent.id }).catch(() => null);
  return answer === null || answer.status === 'pending' ? null : answer.status;
}

/** A code works once. The token that it returned stays here if loading the user failed, for the next try. */
let brought: { readonly by: string; readonly token: Parameters<typeof enterWith>[0] } | null = null;

/** Logs in with the right code. Rejects with ApiFailure; the same code may then be submitted again. */
export async function enterWithCode(to: CodeAddress, received_code: string): Promise<User> {
  const by = `${aboutTarget(to)} ${received_code}`;
  if (brought?.by !== by) {
    await endLeftSession();
    const { sent } = useSentCode.getState();
    const id = sent?.about === aboutTarget(to) ? sent.id : null;
    brought = { by, token: await api.account.signInByCode({ ...to, received_code, ...(id !== null && { id }) }) };
  }
  const user = await enterWith(brought.token);
  brought = null;
  forget();
  return user;
}

let asking: Promise<void> | null = null;

/**
 * Requests a code for the profile's phone, current or new, in E.164. One request at a time. Rejects with
 * ApiFailure.
 */
export function requestPhoneCode(phone: string): Promise<void> {
  asking ??= api.account
    .requestPhoneCode({ phone })
    .then(({ expires_in }) => remember(aboutPhone(phone), null, expires_in))
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** verifies the phone and stores it in the profile. Rejects with ApiFailure. */
export async function verifyPhone(code: string, phone: string): Promise<void> {
  setUser(await api.account.verifyPhone({ code, phone }));
  forget();
}

/**
 * Waits until the device reads the code from an SMS. Call it again for each code that is sent. Returns the
 * function that stops it.
 */
export function awaitSmsCode(length: number, again: number | null, onCode: (code: string) => void): () => void {
  if (again === null) return () => {};
  const stop = new AbortController();
  void codeFromSms(stop.signal).then((text) => {
    const digits = text?.replaceAll(/\D/g, '') ?? '';
    if (!stop.signal.aborted && digits.length === length) onCode(digits);
  });
  return () => stop.abort();
}

/** The code's length, when the next code may be requested (monotonic ms, null = now), and the seconds until then. */
export function useCodeFacts(about: string): {
  readonly length: number;
  readonly again: number | null;
  readonly seconds: number;
} {
  const { data: ways } = useQuery(accountQueries.ways());
  const again = useSentCode((s) => againAt(s.sent, about));
  return { length: ways?.code_length ?? otpChars, again, seconds: useSecondsLeft(again) };
}
