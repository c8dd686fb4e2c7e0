import { useState } from 'react';
import type { User } from '#contract/account.ts';
import { useNetwork } from '#data/device/device.ts';
import { Button } from '#ui/action/button.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { IconCheck } from '#ui/icons.tsx';
import styles from './verify-phone.module.css';
import { NumberDialog } from './number-dialog.tsx';
import { phoneTexts } from './texts.ts';
import { useReadable } from './use-readable.ts';
import { VerifyPhoneDialog } from './verify-phone-dialog.tsx';

/** The open dialog: entering the number, or its code. */
type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'number'; readonly phone: string; readonly refusal: string | undefined }
  | { readonly kind: 'code'; readonly phone: string };

/** The phone with 'Verificado', or with a button to verify it, or to add one after a social login (N-32). */
export function PhoneBlock({ user }: { readonly user: User }) {
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const online = useNetwork((s) => s.online);
  const { phone, phone_verified: verified } = user;
  const readable = useReadable(phone ?? '');
  const close = (): void => setStep({ kind: 'none' });
  const writeNumber = (written: string, refusal?: string): void => setStep({ kind: 'number', phone: written, refusal });
  return (
    <div className={styles['phone']}>
      <dt>{phoneTexts.phone}</dt>
      <dd>{phone === null ? phoneTexts.noPhone : readable}</dd>
      <dd>
        {verified ? (
          <StateTag icon={<IconCheck size={18} />} state="ready">
            {phoneTexts.verified}
          </StateTag>
        ) : (
          <Button
            disabledReason={online ? undefined : phoneTexts.offlineVerify}
            size="sm"
            variant="secondary"
            onClick={() => (phone === null ? writeNumber('') : setStep({ kind: 'code', phone }))}
          >
            {phone === null ? phoneTexts.add : phoneTexts.verify}
          </Button>
        )}
      </dd>
      {step.kind === 'number' ? (
        <NumberDialog
          phone={step.phone}
          refusal={step.refusal}
          onClose={close}
          onNumber={(number) => setStep({ kind: 'code', phone: number })}
        />
      ) : null}
      {step.kind === 'code' ? (
        <VerifyPhoneDialog
          key={step.phone}
          phone={step.phone}
          onChange={(refusal) => writeNumber(step.phone, refusal)}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
