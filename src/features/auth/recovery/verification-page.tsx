import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useNetwork } from '#data/device/device.ts';
import type { CodeAddress } from '#data/session/one-time-code.ts';
import type { OtpTarget } from '#domain/account.ts';
import { codeTexts, maskedTarget } from '#texts/code.ts';
import { product } from '#texts/product.ts';
import { Button } from '#ui/action/button.tsx';
import { CodeBoxes } from '#ui/code/code-boxes.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './recovery.module.css';
import { verificationTexts } from './texts.ts';
import { useVerification } from './use-verification.ts';

interface VerificationPageProps {
  readonly to: CodeAddress;
  /** Called after login. */
  readonly onDone: () => void;
  readonly onNewPassword: () => void;
  readonly onForgot: (by: OtpTarget) => void;
  /** A link to change the target. */
  readonly change: ReactNode;
}

/** /user/forgot/verification. The form submits the code at its last digit. */
export function VerificationPage({ to, onDone, onNewPassword, onForgot, change }: VerificationPageProps) {
  const online = useNetwork((s) => s.online);
  const entered = (): void => {
    // The notice of N-05, with a link to set a new password.
    toast.show({
      kind: 'success',
      text: verificationTexts.done,
      action: { label: verificationTexts.newPassword, onAction: onNewPassword },
    });
    onDone();
  };
  const field = useRef<HTMLInputElement>(null);
  const form = useVerification(to, field, entered, onForgot);
  return (
    <AuthLayout product={product.name} tagline={product.line} title={verificationTexts.title}>
      <p className={styles['target']}>
        {verificationTexts.sentTo(maskedTarget(to.target))} {change}
      </p>
      <div className={styles['form']}>
        {online ? null : <Notice tone="warning">{verificationTexts.offline}</Notice>}
        {form.above.map((sentence) => (
          <Notice
            key={sentence}
            action={
              <Button
                loading={form.busy === 'checking'}
                size="sm"
                variant="secondary"
                onClick={() => form.check(form.code)}
              >
                {verificationTexts.retry}
              </Button>
            }
            tone="error"
          >
            {sentence}
          </Notice>
        ))}
        <CodeBoxes
          ref={field}
          disabled={!online}
          error={form.error}
          label={codeTexts.boxes(form.length)}
          length={form.length}
          readOnly={form.busy === 'checking'}
          value={form.code}
          onChange={form.change}
          onComplete={form.check}
        />
        <div className={styles['resend']}>
          {form.busy === 'checking' ? (
            <p className={styles['checking']} role="status">
              <Spinner />
              {codeTexts.checking}
            </p>
          ) : (
            <Button
              disabled={form.seconds > 0 || !online}
              loading={form.busy === 'sending'}
              size="sm"
              variant="ghost"
              onClick={form.resend}
            >
              {form.seconds > 0 ? codeTexts.resendIn(form.seconds) : codeTexts.resend}
            </Button>
          )}
        </div>
      </div>
    </AuthLayout>
  );
}
