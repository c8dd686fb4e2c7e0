import { useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { answerClosing } from '#data/store/status-edits.ts';
import type { ClosingAnswer } from '#domain/store-status.ts';
import { newUuid } from '#platform/random.ts';
import { failureText } from '#texts/errors.ts';
import { Button } from '#ui/action/button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './closing.module.css';
import { statusTexts } from './texts.ts';

interface ClosingButtonsProps {
  readonly storeId: number;
  /** True after the closing was accepted: hides that button. */
  readonly accepted: boolean;
}

const answers: readonly { readonly minutes: ClosingAnswer; readonly label: string; readonly name?: string }[] = [
  { minutes: 15, label: statusTexts.more15 },
  { minutes: 60, label: statusTexts.more60 },
  { minutes: 0, label: statusTexts.accept, name: statusTexts.acceptName },
];

/** T-22, T-25: the three answers; a failure enables the buttons again and shows its reason (T-28). */
export function ClosingButtons({ storeId, accepted }: ClosingButtonsProps) {
  const online = useNetwork((s) => s.online);
  const [problem, setProblem] = useState<string | null>(null);
  /** The unanswered attempt: a retry of the same answer reuses its command id. */
  const open = useRef<{ readonly minutes: ClosingAnswer; readonly cmdId: string } | null>(null);
  const { what: sending, submit } = useSubmit<ClosingAnswer>((error) => {
    const failure = readFailure(error);
    if (failure.code !== 'no_response' && failure.code !== 'internal') open.current = null;
    const sentence = failureText(failure);
    setProblem(sentence);
    announce(sentence, 'assertive');
  });

  const send = (minutes: ClosingAnswer): Promise<void> =>
    submit(async () => {
      const cmdId = open.current?.minutes === minutes ? open.current.cmdId : newUuid();
      open.current = { minutes, cmdId };
      setProblem(null);
      await answerClosing(storeId, minutes, cmdId);
      open.current = null;
    }, minutes);

  return (
    <>
      <div className={styles['answers']}>
        {answers
          .filter(({ minutes }) => minutes !== 0 || !accepted)
          .map(({ minutes, label, name }) => (
            <Button
              key={minutes}
              aria-label={name}
              className={styles['answer']}
              disabled={!online || (sending !== null && sending !== minutes)}
              loading={sending === minutes}
              size="lg"
              variant={minutes === 0 ? 'primary' : 'secondary'}
              onClick={() => void send(minutes)}
            >
              {label}
            </Button>
          ))}
      </div>
      {problem === null && online ? null : (
        <p className={styles['problem']}>{online ? problem : statusTexts.answerOffline}</p>
      )}
    </>
  );
}
