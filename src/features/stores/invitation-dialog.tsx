import { useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { sendInvitationAnswer } from '#data/store/leave-store.ts';
import { useNetwork } from '#data/device/device.ts';
import type { Invitation } from '#data/store/stores.ts';
import { failureText } from '#texts/errors.ts';
import { roleLabels } from '#texts/roles.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './stores-page.module.css';
import { storesTexts } from './texts.ts';

interface InvitationDialogProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/** Accept or reject (S-07 to S-09, A7). If another device has answered, it says so and refetches the list. */
export function InvitationDialog({ invitation: { id, role, store }, onClose }: InvitationDialogProps) {
  const online = useNetwork((s) => s.online);
  const [problem, setProblem] = useState<string | null>(null);
  const { what: sending, submit } = useSubmit<boolean>((error) => {
    const failure = readFailure(error);
    const sentence = failureText(failure);
    if (failure.code === 'conflict' || failure.code === 'not_found') {
      toast.show({ kind: 'warning', text: sentence });
      onClose();
    } else setProblem(sentence);
  });

  const send = (answer: boolean): Promise<void> =>
    submit(async () => {
      setProblem(null);
      await sendInvitationAnswer(id, answer);
      toast.show({ kind: 'success', text: storesTexts.answered });
      onClose();
    }, answer);
  const reason = online ? undefined : storesTexts.answerOffline;
  const answerButton = (answer: boolean) => (
    <Button
      disabled={sending === !answer || !online}
      fullWidth
      loading={sending === answer}
      variant={answer ? 'primary' : 'secondary'}
      onClick={() => void send(answer)}
    >
      {answer ? storesTexts.accept : storesTexts.reject}
    </Button>
  );

  return (
    <Overlay
      footer={
        <div className={styles['answers']}>
          {answerButton(false)}
          {answerButton(true)}
        </div>
      }
      open
      size="sm"
      title={storesTexts.invitationTitle(store.name)}
      onClose={onClose}
    >
      <div className={styles['invited']}>
        <Avatar decorative name={store.name} size="lg" src={store.logo_url} />
        <p>{storesTexts.invitationText(roleLabels[role])}</p>
      </div>
      {problem === null ? null : (
        <div role="alert">
          <Notice tone="error">{problem}</Notice>
        </div>
      )}
      {reason === undefined ? null : <Notice tone="warning">{reason}</Notice>}
    </Overlay>
  );
}
