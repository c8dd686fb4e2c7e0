import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import type { CodeAddress } from '#data/session/one-time-code.ts';
import {
  aboutTarget,
  awaitSmsCode,
  enterWithCode,
  requestCode,
  restoreCode,
  useCodeFacts,
  whyRefused,
} from '#data/session/one-time-code.ts';
import type { OtpTarget } from '#domain/account.ts';
import { codeTexts } from '#texts/code.ts';
import { errorTexts, failureSentences } from '#texts/errors.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';

interface Verification {
  readonly length: number;
  readonly code: string;
  /** Shown under the boxes: the server refused the code. */
  readonly error: string | undefined;
  /** Shown above the boxes: the check failed, and the user may retry the same code. */
  readonly above: readonly string[];
  readonly checking: boolean;
  readonly resending: boolean;
  /** Seconds until the user may request another code. */
  readonly seconds: number;
  readonly change: (digits: string) => void;
  readonly check: (digits: string) => void;
  readonly resend: () => void;
}

/** State of the one-time code form. It submits at the last digit, one request at a time (A-30 to A-38, F-40). */
export function useVerification(
  to: CodeAddress,
  field: RefObject<HTMLInputElement | null>,
  onDone: () => void,
  onForgot: (by: OtpTarget) => void,
): Verification {
  const about = aboutTarget(to);
  const { length, again, seconds } = useCodeFacts(about);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [above, setAbove] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<'checking' | 'resending' | null>(null);

  const refuse = (sentence: string): void => {
    setCode('');
    setError(sentence);
    announce(sentence, 'assertive');
    field.current?.focus();
  };
  const send = async (digits: string): Promise<void> => {
    setBusy('checking');
    setError(undefined);
    setAbove([]);
    try {
      await enterWithCode(to, digits);
      onDone();
    } catch (failure) {
      const read = readFailure(failure);
      const sentences = failureSentences(read);
      if (read.code === 'otp_invalid') {
        const why = await whyRefused(about);
        refuse(why ? codeTexts.dead[why] : errorTexts.otp_invalid);
      } else {
        setAbove(sentences);
        announce(sentences.join(' '), 'assertive');
      }
    } finally {
      setBusy(null);
    }
  };
  const check = (digits: string): void => {
    setCode(digits);
    if (busy === null) void send(digits);
  };
  const resend = async (): Promise<void> => {
    setBusy('resending');
    try {
      await requestCode(to);
      setCode('');
      setError(undefined);
      setAbove([]);
      toast.show({ id: 'code', kind: 'success', text: codeTexts.resent });
      field.current?.focus();
    } catch (failure) {
      //
      toast.show({ id: 'code', kind: 'error', text: failureSentences(readFailure(failure)).join(' ') });
      onForgot(to.target_type);
    } finally {
      setBusy(null);
    }
  };

  useEffect(() => field.current?.focus(), [field]);
  useEffect(() => void restoreCode(about), [about]);
  const received = useEffectEvent(check);
  useEffect(
    () => (to.target_type === 'phone' ? awaitSmsCode(length, again, (digits) => received(digits)) : undefined),
    [to.target_type, length, again],
  );

  return {
    length,
    code,
    error,
    above,
    checking: busy === 'checking',
    resending: busy === 'resending',
    seconds,
    change(digits) {
      setCode(digits);
      setError(undefined);
    },
    check,
    resend: () => {
      if (busy === null && seconds === 0) void resend();
    },
  };
}
