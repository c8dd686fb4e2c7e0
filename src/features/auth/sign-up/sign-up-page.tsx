import type { KeyboardEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { PhoneField } from './phone-field.tsx';
import { signUpFields } from './sign-up-form.ts';
import styles from './sign-up-page.module.css';
import { signUpTexts } from './texts.ts';
import { focusField, useSignUp } from './use-sign-up.ts';

interface SignUpPageProps {
  readonly onDone: () => void;
  /** Links to sign up with another provider. */
  readonly social: ReactNode;
  readonly footer: ReactNode;
}

const [, ...laterFields] = signUpFields;

/** /signin. */
export function SignUpPage({ onDone, social, footer }: SignUpPageProps) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, above, sending, online, change, submit } = useSignUp(form, onDone);

  /** Enter moves to the next field; on the last one it submits (A2). */
  const goOn = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const { target } = event;
    const index = target instanceof HTMLInputElement ? signUpFields.findIndex((field) => field === target.name) : -1;
    const next = laterFields[index];
    if (!next) return;
    event.preventDefault();
    focusField(form.current, next);
  };

  return (
    <AuthLayout footer={footer} product={product.name} tagline={product.line} title={signUpTexts.title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles its fields' keys */}
      <form ref={form} noValidate className={styles['form']} onKeyDown={goOn} onSubmit={submit}>
        {above.map((sentence) => (
          <Notice key={sentence} tone="error">
            {sentence}
          </Notice>
        ))}
        <TextField
          autoCapitalize="words"
          autoComplete="name"
          enterKeyHint="next"
          error={errors.fullname}
          label={signUpTexts.fullname}
          name="fullname"
          value={values.fullname}
          onChange={(value) => change('fullname', value)}
        />
        <TextField
          autoCapitalize="none"
          autoComplete="username"
          enterKeyHint="next"
          error={errors.email}
          inputMode="email"
          label={signUpTexts.email}
          name="email"
          spellCheck={false}
          type="email"
          value={values.email}
          onChange={(value) => change('email', value)}
        />
        <PhoneField error={errors.phone} value={values.phone} onChange={(value) => change('phone', value)} />
        <PasswordField
          autoComplete="new-password"
          enterKeyHint="go"
          error={errors.password}
          hint={signUpTexts.passwordHint(Array.from(values.password).length)}
          label={signUpTexts.password}
          name="password"
          value={values.password}
          onChange={(value) => change('password', value)}
        />
        <Button fullWidth disabledReason={online ? null : signUpTexts.offline} loading={sending} type="submit">
          {signUpTexts.submit}
        </Button>
      </form>
      {social}
    </AuthLayout>
  );
}
