import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import {
  aboutPhone,
  awaitSmsCode,
  isCodeWaiting,
  requestPhoneCode,
  useCodeFacts,
  verifyPhone,
} from '#data/session/one-time-code.ts';
import { errorTexts, failureSentences } from '#texts/errors.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { phoneTexts } from './texts.ts';

interface PhoneOutcome {
  readonly onDone: () => void;
  /** The server refused the number itself; the message belongs to its field. */
  readonly onTaken: (sentence: string) => void;
}

interface VerifyPhone {
  readonly length: number;
  readonly code: string;
  readonly error: string | undefined;
  readonly above: readonly string[];
  readonly busy: 'sending' | 'checking' | null;
  readonly seconds: number;
  /** Repeats the failed request; null when only a new code helps. */
  readonly retry: (() => void) | null;
  readonly ask: () => void;
  readonly change: (digits: string) => void;
  readonly check: (digits: string) => void;
}

/** Requests a code on opening, unless one is still valid, and checks the typed code (A-48, A-49, F-40). */
export function useVerifyPhone(
  phone: string,
  field: RefObject<HTMLInputElement | null>,
  { onDone, onTaken }: PhoneOutcome,
): VerifyPhone {
  const about = aboutPhone(phone);
  const { length, again, seconds } = useCodeFacts(about);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [above, setAbove] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<'sending' | 'checking' | null>(null);

  const fail = (failure: unknown): void => {
    const read = readFailure(failure);
    const atPhone = read.code === 'phone_taken' ? errorTexts.phone_taken : read.fields['phone']?.join(' ');
    if (atPhone !== undefined) return onTaken(atPhone);
    const wrong = read.code === 'otp_invalid';
    const sentences = wrong ? [errorTexts.otp_invalid] : failureSentences(read);
    announce(sentences.join(' '), 'assertive');
    if (!wrong) return setAbove(sentences);
    setCode('');
    setError(sentences.join(' '));
    field.current?.focus();
  };
  const run = async (what: 'sending' | 'checking', call: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setError(undefined);
    setAbove([]);
    try {
      await call();
    } catch (failure) {
      fail(failure);
    } finally {
      setBusy(null);
    }
  };
  const send = (): void =>
    void run('sending', async () => {
      setCode('');
      await requestPhoneCode(phone);
      field.current?.focus();
    });
  /** True when the user typed a whole code before the request for it was answered. */
  const early = useRef(false);
  const check = (digits: string): void => {
    setCode(digits);
    early.current = busy === 'sending';
    if (busy !== null) return;
    void run('checking', async () => {
      await verifyPhone(digits, phone);
      toast.show({ kind: 'success', text: phoneTexts.done });
      onDone();
    });
  };

  const latest = useRef({ check, send });
  useEffect(() => {
    latest.current = { check, send };
  });
  useEffect(() => {
    if (busy !== null || !early.current) return;
    early.current = false;
    if (code.length === length) latest.current.check(code);
  }, [busy, code, length]);
  useEffect(() => {
    if (!isCodeWaiting(about)) latest.current.send();
  }, [about]);
  useEffect(() => awaitSmsCode(length, again, (digits) => latest.current.check(digits)), [length, again]);

  return {
    length,
    code,
    error,
    above,
    busy,
    seconds,
    retry: code.length === length ? () => check(code) : null,
    ask: () => {
      if (busy === null && seconds === 0) send();
    },
    change(digits) {
      setCode(digits);
      setError(undefined);
    },
    check,
  };
}
