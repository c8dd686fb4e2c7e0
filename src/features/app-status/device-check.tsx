import { playAlertSound } from '#data/alerts/sound.ts';
import { type DeviceCheck, linesToMend } from '#domain/device-check.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconListCheck } from '#ui/icons.tsx';
import styles from './app-status.module.css';
import { checkTexts as texts } from './texts.ts';
import type { RunningCheck } from './use-device-check.ts';

interface CheckCardProps {
  readonly check: RunningCheck;
  /** What the lines below show. */
  readonly results: DeviceCheck;
}

/** Starts the check, asks what only a person can tell, and says what is left to do. */
export function CheckCard({ check, results }: CheckCardProps) {
  const { phase, questions, kept, start, answer } = check;
  const [question] = questions;
  const mend = linesToMend(results).length;
  return (
    <section aria-labelledby="revision" className={styles['check']}>
      <h3 className={styles['heading']} id="revision">
        {texts.title}
      </h3>
      <div role="status">
        {phase === 'idle' ? <p className={styles['quiet']}>{texts.about}</p> : null}
        {phase === 'done' ? (
          <Notice tone={mend === 0 ? 'success' : 'warning'}>
            <b>{mend === 0 ? texts.ready : texts.toMend(mend)}</b>
            {kept ? null : <p className={styles['quiet']}>{texts.notKept}</p>}
          </Notice>
        ) : null}
        {question === undefined ? null : <b>{question === 'sound' ? texts.heard : texts.printed}</b>}
      </div>
      {question === undefined ? (
        <Button
          fullWidth
          icon={<IconListCheck size={22} />}
          loading={phase === 'running' || phase === 'keeping'}
          variant="secondary"
          onClick={start}
        >
          {phase === 'idle' ? texts.start : phase === 'done' ? texts.again : texts.running}
        </Button>
      ) : (
        <div className={styles['answers']}>
          <Button size="sm" onClick={() => answer(true)}>
            {texts.yes}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => answer(false)}>
            {texts.no}
          </Button>
          {question === 'sound' ? (
            <Button size="sm" variant="ghost" onClick={() => void playAlertSound('order')}>
              {texts.repeat}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}
