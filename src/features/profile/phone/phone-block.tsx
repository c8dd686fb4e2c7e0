import { useEffect, useState } from 'react';
import type { User } from '#contract/account.ts';
import { phoneKit } from '#contract/phone.ts';
import { useNetwork } from '#data/network.ts';
import { Button } from '#ui/action/button.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { IconCheck } from '#ui/icons.tsx';
import styles from './verify-phone.module.css';
import { phoneTexts } from './texts.ts';
import { VerifyPhoneDialog } from './verify-phone-dialog.tsx';

/** The phone with 'Verificado', or the way to verify it (N-32). */
export function PhoneBlock({ user }: { readonly user: User }) {
  const [verifying, setVerifying] = useState(false);
  const online = useNetwork((s) => s.online);
  const readable = useReadable(user.phone ?? '');
  return (
    <div className={styles['phone']}>
      <dt>{phoneTexts.phone}</dt>
      <dd>{user.phone === null ? phoneTexts.noPhone : readable}</dd>
      {user.phone === null ? null : user.phone_verified ? (
        <dd>
          <StateTag icon={<IconCheck size={18} />} state="ready">
            {phoneTexts.verified}
          </StateTag>
        </dd>
      ) : (
        <dd>
          <Button
            disabledReason={online ? undefined : phoneTexts.offlineVerify}
            size="sm"
            variant="secondary"
            onClick={() => setVerifying(true)}
          >
            {phoneTexts.verify}
          </Button>
        </dd>
      )}
      {verifying ? <VerifyPhoneDialog user={user} onClose={() => setVerifying(false)} /> : null}
    </div>
  );
}

/** '+54 9 11 4555-0101'; as it is stored until the numbering plans have loaded. */
function useReadable(e164: string): string {
  const [shown, setShown] = useState<{ readonly of: string; readonly text: string } | null>(null);
  useEffect(() => {
    let gone = false;
    void phoneKit()
      .then(({ format }) => {
        if (!gone) setShown({ of: e164, text: format(e164) });
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [e164]);
  return shown?.of === e164 ? shown.text : e164;
}
