import type { FormEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useAuthDrafts } from '#data/session/auth-drafts.ts';
import { readFailure } from '#data/api/failure.ts';
import { rememberedEmail, logIn } from '#data/session/session.ts';
import { useNetwork } from '#data/device/device.ts';
import { plainText } from '#domain/fields.ts';
import { takeEarlyForm } from '#platform/early-form.ts';
import { failureSentences } from '#texts/errors.ts';
import { fieldText } from '#texts/fields.ts';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import type { Credentials, LoginProblems } from './login-form.ts';
import { loginProblems } from './login-form.ts';
import styles from './login-page.module.css';
import { SocialLinks } from './social-links.tsx';
import { authTexts } from './texts.ts';

interface LoginPageProps {
  readonly onDone: () => void;
  /** The link to recovery. */
  readonly recovery: ReactNode;
  readonly footer: ReactNode;
}

/**
 * /login. It keeps the typed values, allows one submission at a time, and focuses the first invalid
 * field.
 */
export function LoginPage({ onDone, recovery, footer }: LoginPageProps) {
  const [email, setEmail] = useState(() => useAuthDrafts.getState().email ?? rememberedEmail());
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<LoginProblems>({});
  const [refused, setRefused] = useState<readonly string[]>([]);
  const online = useNetwork((s) => s.online);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const { sending, submit } = useSubmit((error) => {
    const sentences = failureSentences(readFailure(error));
    setRefused(sentences);
    announce(sentences.join(' '), 'assertive');
    passwordField.current?.focus();
  });
  const send = (typed: Credentials): void => {
    if (sending || !online) return;
    const address = plainText(typed.email);
    const found = loginProblems({ email: address, password: typed.password });
    setProblems(found);
    setRefused([]);
    if (found.email) return emailField.current?.focus();
    if (found.password) return passwordField.current?.focus();
    void submit(async () => {
      await logIn(address, typed.password);
      onDone();
    });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send({ email, password });
  };
  const onEmail = (value: string): void => {
    setEmail(value);
    useAuthDrafts.setState({ email: value });
  };

  // What the person did before the app ran goes on here.
  useLayoutEffect(() => {
    const early = takeEarlyForm();
    if (!early) return;
    const typed = { email: early.values.get('email') || email, password: early.values.get('password') ?? '' };
    if (typed.email !== email) onEmail(typed.email);
    setPassword(typed.password);
    if (early.focused === 'email') emailField.current?.focus();
    if (early.focused === 'password') passwordField.current?.focus();
    if (early.sent) send(typed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once: then the form is gone.
  }, []);

  const errorOf = (field: keyof LoginProblems): string | undefined => {
    const problem = problems[field];
    return problem && fieldText(problem);
  };

  return (
    <AuthLayout footer={footer} product={product.name} tagline={product.line} title={authTexts.title}>
      <form noValidate className={styles['form']} onSubmit={onSubmit}>
        {refused.map((sentence) => (
          <Notice key={sentence} tone="error">
            {sentence}
          </Notice>
        ))}
        <TextField
          ref={emailField}
          autoCapitalize="none"
          autoComplete="username"
          error={errorOf('email')}
          inputMode="email"
          label={authTexts.email}
          name="email"
          spellCheck={false}
          type="email"
          value={email}
          onChange={onEmail}
        />
        <PasswordField
          ref={passwordField}
          autoComplete="current-password"
          error={errorOf('password')}
          label={authTexts.password}
          name="password"
          value={password}
          onChange={setPassword}
        />
        <Button fullWidth disabledReason={online ? null : authTexts.offline} loading={sending} type="submit">
          {authTexts.submit}
        </Button>
        <p className={styles['recovery']}>{recovery}</p>
      </form>
      <SocialLinks />
    </AuthLayout>
  );
}
