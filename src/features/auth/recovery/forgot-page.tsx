import type { FormEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { preparePhones } from '#contract/phone.ts';
import { useAuthDrafts } from '#data/session/auth-drafts.ts';
import { useSecondsLeft } from '#data/session/countdown.ts';
import { readFailure, secondsToWait } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import type { CodeAddress } from '#data/session/one-time-code.ts';
import { aboutTarget, isCodeWaiting, requestCode } from '#data/session/one-time-code.ts';
import { rememberedEmail } from '#data/session/session.ts';
import type { OtpTarget } from '#domain/account.ts';
import { deviceClock } from '#platform/clock.ts';
import { failureSentences } from '#texts/errors.ts';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { TabPanel, Tabs } from '#ui/action/tabs.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { readTarget } from './forgot-form.ts';
import styles from './recovery.module.css';
import { isOtpTarget } from './target.ts';
import { forgotTexts } from './texts.ts';

interface ForgotPageProps {
  readonly by: OtpTarget;
  readonly onBy: (by: OtpTarget) => void;
  readonly onSent: (to: CodeAddress) => void;
  readonly footer: ReactNode;
}

const tabsId = 'recuperar';

/** /user/forgot/phone and /user/forgot/email: asks for a one-time code. */
export function ForgotPage({ by, onBy, onSent, footer }: ForgotPageProps) {
  const drafts = useAuthDrafts();
  const online = useNetwork((s) => s.online);
  const [error, setError] = useState<string>();
  const [above, setAbove] = useState<readonly string[]>([]);
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  const wait = useSecondsLeft(waitUntil);
  const field = useRef<HTMLInputElement>(null);
  const value = by === 'phone' ? drafts.phone : (drafts.email ?? rememberedEmail());

  const change = (typed: string): void => {
    if (by === 'phone') preparePhones();
    useAuthDrafts.setState(by === 'phone' ? { phone: typed } : { email: typed });
    setError(undefined);
  };
  const { sending, submit } = useSubmit((failure) => {
    const sentences = failureSentences(readFailure(failure));
    const seconds = secondsToWait(failure);
    if (seconds !== null) setWaitUntil(deviceClock.mono() + seconds * 1_000);
    setAbove(sentences);
    announce(sentences.join(' '), 'assertive');
  });
  const send = async (): Promise<void> => {
    setAbove([]);
    const read = await readTarget(by, value);
    setError(read.ok ? undefined : read.error);
    if (!read.ok) return field.current?.focus();
    // A code for this target is still valid: skip the request. The next screen accepts it and says when to ask for
    // another.
    if (!isCodeWaiting(aboutTarget(read.to))) await requestCode(read.to);
    onSent(read.to);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (online && wait === 0) void submit(send);
  };

  const reason = online ? (wait > 0 ? forgotTexts.wait(wait) : null) : forgotTexts.offline;
  return (
    <AuthLayout
      footer={footer}
      product={product.name}
      subtitle={forgotTexts.subtitle}
      tagline={product.line}
      title={forgotTexts.title}
    >
      <Tabs
        id={tabsId}
        items={[
          { id: 'phone', label: forgotTexts.byPhone },
          { id: 'email', label: forgotTexts.byEmail },
        ]}
        label={forgotTexts.tabs}
        value={by}
        onChange={(chosen) => {
          setError(undefined);
          setAbove([]);
          // The wait applies only to the previous target type.
          setWaitUntil(null);
          if (isOtpTarget(chosen)) onBy(chosen);
        }}
      />
      <TabPanel tab={by} tabs={tabsId}>
        <form noValidate className={styles['form']} onSubmit={onSubmit}>
          {above.map((sentence) => (
            <Notice key={sentence} tone="error">
              {sentence}
            </Notice>
          ))}
          {by === 'phone' ? (
            <TextField
              ref={field}
              autoComplete="tel"
              enterKeyHint="send"
              error={error}
              hint={forgotTexts.phoneHint}
              inputMode="tel"
              label={forgotTexts.phone}
              name="phone"
              type="tel"
              value={value}
              onChange={change}
            />
          ) : (
            <TextField
              ref={field}
              autoCapitalize="none"
              autoComplete="username"
              enterKeyHint="send"
              error={error}
              inputMode="email"
              label={forgotTexts.email}
              name="email"
              spellCheck={false}
              type="email"
              value={value}
              onChange={change}
            />
          )}
          <Button fullWidth disabledReason={reason} loading={sending} type="submit">
            {forgotTexts.submit}
          </Button>
        </form>
      </TabPanel>
    </AuthLayout>
  );
}
