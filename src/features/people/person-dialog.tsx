import { useQuery } from '@tanstack/react-query';
import { actAs, peopleQuery } from '#data/people/people.ts';
import { useActing } from '#data/session/acting.ts';
import { useSession } from '#data/session/session.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './people.module.css';
import { PinPanel } from './pin-panel.tsx';
import { personTexts as texts } from './texts.ts';

interface PersonDialogProps {
  readonly storeId: number;
  /** Another person holds the device now. */
  readonly onChanged: () => void;
  readonly onOwnPin: () => void;
  readonly onClose: () => void;
}

/**
 * «¿Quién usa el dispositivo?»: a person of the store takes the device over by their PIN, without a new login. The
 * device's own person needs a PIN first, because only that one gives them the device back; if it was removed meanwhile, a
 * new login does. Whoever holds it can type theirs again: a PIN counts for some hours, and ends when it is removed.
 */
export function PersonDialog({ storeId, onChanged, onOwnPin, onClose }: PersonDialogProps) {
  const own = useSession((s) => s.user?.id);
  const acting = useActing(storeId);
  const { data } = useQuery(peopleQuery(storeId));
  const hasPin = data?.some((p) => p.id === acting?.id && p.has_pin) ?? true;
  const ownWithout = data?.find((p) => p.id === own && !p.has_pin);
  return (
    <PinPanel
      confirm={texts.confirm}
      holder={acting?.id}
      empty={{ title: texts.empty, hint: texts.emptyHint }}
      instead={
        acting === null && ownWithout ? (
          <div className={styles['form']}>
            <Notice>{texts.ownFirst}</Notice>
            <Button fullWidth onClick={onOwnPin}>
              {texts.create}
            </Button>
          </div>
        ) : null
      }
      intro={
        <>
          {acting && !hasPin ? <Notice tone="warning">{texts.pinGone(acting.fullname)}</Notice> : null}
          {acting && ownWithout ? <Notice>{texts.ownGone(ownWithout.fullname)}</Notice> : null}
        </>
      }
      offered={(people) => people.filter((p) => p.has_pin && (acting !== null || p.id !== own))}
      storeId={storeId}
      title={texts.title}
      onClose={onClose}
      onPin={async (person, pin) => {
        await actAs(storeId, person, pin);
        toast.show({ kind: 'success', text: texts.now(person.fullname) });
        onChanged();
      }}
    />
  );
}
