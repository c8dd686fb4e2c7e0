import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';
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
import type { CodeProblem } from '#ui/code/use-code-form.ts';
import { useCodeForm } from '#ui/code/use-code-form.ts';
import { toast } from '#ui/toast/toast.ts';
import { phoneTexts } from './texts.ts';

interface PhoneOutcome {
  readonly onDone: () => void;
  /** The server refused the number itself; the message belongs to its field. */
  readonly onTaken: (sentence: string) => void;
}

/** Requests a code on opening, unless one is still valid, and checks the typed code (A-48, A-49, F-40). */
export function useVerifyPhone(
  phone: string,
  field: RefObject<HTMLInputElement | null>,
  { onDone, onTaken }: PhoneOutcome,
) {
  const about = aboutPhone(phone);
  const { length, again, seconds } = useCodeFacts(about);
  const form = useCodeForm({
    field,
    length,
    send: () => requestPhoneCode(phone),
    check: async (digits) => {
      await verifyPhone(digits, phone);
      toast.show({ kind: 'success', text: phoneTexts.done });
      onDone();
    },
    problemOf: (failure): CodeProblem => {
      const read = readFailure(failure);
      const atPhone = read.code === 'phone_taken' ? errorTexts.phone_taken : read.fields['phone']?.join(' ');
      if (atPhone !== undefined) {
        onTaken(atPhone);
        return null;
      }
      return read.code === 'otp_invalid' ? { wrong: errorTexts.otp_invalid } : { above: failureSentences(read) };
    },
  });

  const sendFirst = useEffectEvent(form.send);
  useEffect(() => {
    if (!isCodeWaiting(about)) sendFirst();
  }, [about]);
  const received = useEffectEvent(form.check);
  useEffect(() => awaitSmsCode(length, again, (digits) => received(digits)), [length, again]);

  return {
    ...form,
    length,
    seconds,
    /** Repeats the failed check; null when only a new code helps. */
    retry: form.code.length === length ? () => form.check(form.code) : null,
    ask: () => {
      if (seconds === 0) form.send();
    },
  };
}
