import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';
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
import { errorTexts, failureSentences, failureText } from '#texts/errors.ts';
import type { CodeProblem } from '#ui/code/use-code-form.ts';
import { useCodeForm } from '#ui/code/use-code-form.ts';
import { toast } from '#ui/toast/toast.ts';

/** The form that logs in with a one-time code (A-30 to A-38, F-40). */
export function useVerification(
  to: CodeAddress,
  field: RefObject<HTMLInputElement | null>,
  onDone: () => void,
  onForgot: (by: OtpTarget) => void,
) {
  const about = aboutTarget(to);
  const { length, again, seconds } = useCodeFacts(about);
  const form = useCodeForm({
    field,
    length,
    send: async () => {
      await requestCode(to);
      toast.show({ id: 'code', kind: 'success', text: codeTexts.resent });
    },
    check: async (digits) => {
      await enterWithCode(to, digits);
      onDone();
    },
    problemOf: async (failure, step): Promise<CodeProblem> => {
      const read = readFailure(failure);
      if (step === 'sending') {
        //
        toast.show({ id: 'code', kind: 'error', text: failureText(read) });
        onForgot(to.target_type);
        return null;
      }
      if (read.code !== 'otp_invalid') return { above: failureSentences(read) };
      const why = await whyRefused(about);
      return { wrong: why ? codeTexts.dead[why] : errorTexts.otp_invalid };
    },
  });

  useEffect(() => field.current?.focus(), [field]);
  useEffect(() => void restoreCode(about), [about]);
  const received = useEffectEvent(form.check);
  useEffect(
    () => (to.target_type === 'phone' ? awaitSmsCode(length, again, (digits) => received(digits)) : undefined),
    [to.target_type, length, again],
  );

  return {
    ...form,
    length,
    /** Seconds until the user may request another code. */
    seconds,
    resend: () => {
      if (seconds === 0) form.send();
    },
  };
}
