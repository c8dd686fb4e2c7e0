import { useEffect, useEffectEvent, useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { enterBySocial, socialError } from '#data/session/social.ts';
import { confirmationToastMs } from '#domain/limits.ts';
import { wakeIn } from '#platform/clock.ts';
import { Button } from '#ui/action/button.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './social-page.module.css';
import { socialPageTexts } from './texts.ts';

interface SocialPageProps {
  readonly provider: string;
  readonly onDone: () => void;
  readonly onLogin: () => void;
}

const slowMs = 10_000;

/**
 * /social/{provider}: exchanges the provider's answer for a session and opens the stores. On failure it
 * shows the reason and returns to login.
 */
export function SocialPage({ provider, onDone, onLogin }: SocialPageProps) {
  const [slow, setSlow] = useState(false);
  const done = useEffectEvent(onDone);
  const toLogin = useEffectEvent(onLogin);

  useEffect(() => wakeIn(slowMs, () => setSlow(true)), []);
  useEffect(() => {
    let gone = false;
    const giveUp = (text: string): void => {
      if (gone) return;
      toast.show({ id: 'social', kind: 'error', text, duration: confirmationToastMs });
      toLogin();
    };
    const error = socialError();
    if (error) giveUp(socialPageTexts.errors[error]);
    else if (!useNetwork.getState().online) giveUp(socialPageTexts.offline);
    else
      enterBySocial(provider).then(
        () => {
          if (!gone) done();
        },
        (failure: unknown) => giveUp(readFailureText(failure)),
      );
    return () => {
      gone = true;
    };
  }, [provider]);

  return (
    <main aria-busy="true" className={styles['page']} id="contenido" tabIndex={-1}>
      <Mark size={56} />
      <h1 className={styles['text']}>{socialPageTexts.waiting}</h1>
      <div className={styles['way']}>
        {slow ? (
          <Button variant="secondary" onClick={onLogin}>
            {socialPageTexts.back}
          </Button>
        ) : null}
      </div>
    </main>
  );
}
