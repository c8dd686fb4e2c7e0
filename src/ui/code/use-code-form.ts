import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';

type CodeStep = 'sending' | 'checking';

/** What a failure means to the form: the code is wrong, or the same code may be tried again; null = told elsewhere. */
export type CodeProblem = { readonly wrong: string } | { readonly above: readonly string[] } | null;

interface CodeFormOptions {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Number of digits. */
  readonly length: number;
  /** Requests a code. */
  readonly send: () => Promise<void>;
  readonly check: (digits: string) => Promise<void>;
  readonly problemOf: (failure: unknown, step: CodeStep) => CodeProblem | Promise<CodeProblem>;
}

interface CodeForm {
  readonly code: string;
  /** Shown under the boxes: the code is wrong. */
  readonly error: string | undefined;
  /** Shown above the boxes: the request failed. */
  readonly above: readonly string[];
  /** The running request. */
  readonly busy: CodeStep | null;
  readonly change: (digits: string) => void;
  readonly check: (digits: string) => void;
  readonly send: () => void;
}

/** State of a form with a one-time code: one request at a time, and the code is checked at its last digit (F-40). */
export function useCodeForm({ field, length, send, check, problemOf }: CodeFormOptions): CodeForm {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [above, setAbove] = useState<readonly string[]>([]);
  const { what: busy, submit } = useSubmit<CodeStep>();
  /** True when the person typed a whole code before the request for it was answered. */
  const early = useRef(false);

  const tell = (problem: CodeProblem): void => {
    if (problem === null) return;
    if ('above' in problem) {
      setAbove(problem.above);
      announce(problem.above.join(' '), 'assertive');
      return;
    }
    setCode('');
    setError(problem.wrong);
    announce(problem.wrong, 'assertive');
    field.current?.focus();
  };
  const run = (step: CodeStep, call: () => Promise<void>): void =>
    void submit(async () => {
      setError(undefined);
      setAbove([]);
      try {
        await call();
      } catch (failure) {
        tell(await problemOf(failure, step));
      }
    }, step);
  const checkCode = (digits: string): void => {
    setCode(digits);
    early.current = busy === 'sending';
    run('checking', () => check(digits));
  };
  const checkEarly = useEffectEvent(() => {
    if (code.length === length) checkCode(code);
  });
  useEffect(() => {
    if (busy !== null || !early.current) return;
    early.current = false;
    checkEarly();
  }, [busy]);

  return {
    code,
    error,
    above,
    busy,
    change(digits) {
      setCode(digits);
      setError(undefined);
    },
    check: checkCode,
    send: () =>
      run('sending', async () => {
        setCode('');
        await send();
        field.current?.focus();
      }),
  };
}
