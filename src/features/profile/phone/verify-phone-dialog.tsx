import { useRef } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { codeTexts } from '#texts/code.ts';
import { Button } from '#ui/action/button.tsx';
import { CodeBoxes } from '#ui/code/code-boxes.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './verify-phone.module.css';
import { phoneTexts } from './texts.ts';
import { useReadable } from './use-readable.ts';
import { useVerifyPhone } from './use-verify-phone.ts';

interface VerifyPhoneDialogProps {
  /** E.164 */
  readonly phone: string;
  readonly onClose: () => void;
  /** Goes back to the number, with the error of this one. */
  readonly onChange: (refusal?: string) => void;
}

/** 'Verificar teléfono': the code boxes of account recovery, 'Reenviar código' and the countdown (N-32, A-48, A-49). */
export function VerifyPhoneDialog({ phone, onClose, onChange }: VerifyPhoneDialogProps) {
  const online = useNetwork((s) => s.online);
  const field = useRef<HTMLInputElement>(null);
  const readable = useReadable(phone);
  const form = useVerifyPhone(phone, field, { onDone: onClose, onTaken: onChange });
  return (
    <Overlay open initialFocus={field} size="sm" title={phoneTexts.title} onClose={onClose}>
      <div className={styles['dialog']}>
        <p className={styles['target']}>{phoneTexts.sentTo(readable)}</p>
        {online ? null : <Notice tone="warning">{phoneTexts.offline}</Notice>}
        {form.above.map((sentence) => (
          <Notice
            key={sentence}
            action={
              form.retry ? (
                <Button size="sm" variant="secondary" onClick={form.retry}>
                  {phoneTexts.retry}
                </Button>
              ) : undefined
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
        <div className={styles['under']}>
          {form.busy === null ? (
            <Button disabled={form.seconds > 0 || !online} size="sm" variant="ghost" onClick={form.ask}>
              {form.seconds > 0 ? codeTexts.resendIn(form.seconds) : codeTexts.resend}
            </Button>
          ) : (
            <p className={styles['busy']} role="status">
              <Spinner />
              {form.busy === 'checking' ? codeTexts.checking : phoneTexts.sending}
            </p>
          )}
          <Button size="sm" variant="ghost" onClick={() => onChange()}>
            {phoneTexts.change}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
