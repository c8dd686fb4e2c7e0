import type { FormEvent, RefObject } from 'react';
import { useRef, useState } from 'react';
import { preparePhones } from '#contract/phone.ts';
import type { SignUpFields } from '#data/session/account.ts';
import { signUp } from '#data/session/account.ts';
import { useAuthDrafts } from '#data/session/auth-drafts.ts';
import { readFailure } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { newUuid } from '#platform/random.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import type { SignUpErrors, SignUpField, SignUpValues } from './sign-up-form.ts';
import { readSignUp, refusalOf, signUpFields } from './sign-up-form.ts';

interface SignUpForm {
  readonly values: SignUpValues;
  readonly errors: SignUpErrors;
  /** Errors that belong to no field. */
  readonly above: readonly string[];
  readonly sending: boolean;
  readonly online: boolean;
  readonly change: (field: SignUpField, value: string) => void;
  readonly submit: (event: FormEvent) => void;
}

/**
 * State of the sign-up form. One submission at a time; it focuses the first invalid field and keeps the typed values
 * (A-04 to A-14, F-40).
 */
export function useSignUp(form: RefObject<HTMLFormElement | null>, onDone: () => void): SignUpForm {
  const [values, setValues] = useState<SignUpValues>({ fullname: '', email: '', phone: '', password: '' });
  const [errors, setErrors] = useState<SignUpErrors>({});
  const [above, setAbove] = useState<readonly string[]>([]);
  const online = useNetwork((s) => s.online);
  const key = useRef({ of: '', key: '' });

  /** An idempotency key per set of values, so that a repeated submission creates one account. */
  const keyOf = (user: SignUpFields): string => {
    const of = JSON.stringify(user);
    if (key.current.of !== of) key.current = { of, key: newUuid() };
    return key.current.key;
  };
  const show = (wrong: SignUpErrors, sentences: readonly string[]): void => {
    setErrors(wrong);
    setAbove(sentences);
    const said = [...sentences, ...Object.values(wrong)].join(' ');
    if (said !== '') announce(said, 'assertive');
    const first = signUpFields.find((field) => wrong[field] !== undefined);
    if (first) focusField(form.current, first);
  };

  const { sending, submit } = useSubmit((error) => {
    const refusal = refusalOf(readFailure(error));
    show(refusal.errors, refusal.above);
  });
  const send = async (): Promise<void> => {
    const read = await readSignUp(values);
    show(read.errors, []);
    if (!read.user) return;
    await signUp(read.user, keyOf(read.user));
    onDone();
  };

  return {
    values,
    errors,
    above,
    sending,
    online,
    change(field, value) {
      if (field === 'email') useAuthDrafts.setState({ email: value });
      if (field === 'phone') {
        preparePhones();
        useAuthDrafts.setState({ phone: value });
      }
      setValues({ ...values, [field]: value });
      setErrors({ ...errors, [field]: undefined });
    },
    submit(event) {
      event.preventDefault();
      if (online) void submit(send);
    },
  };
}

/** Focuses the field with that name. */
export const focusField = (form: HTMLFormElement | null, name: SignUpField): void =>
  form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
