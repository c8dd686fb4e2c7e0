import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import type { Colleague } from '#data/people/people.ts';
import { peopleQuery, removePin, setOwnPin } from '#data/people/people.ts';
import { usePerson } from '#data/session/acting.ts';
import { pinMaxDigits, pinProblem } from '#domain/pin.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { fieldText } from '#texts/fields.ts';
import { Button } from '#ui/action/button.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './people.module.css';
import { ownPinTexts as texts, peopleTexts } from './texts.ts';

interface OwnPinDialogProps {
  readonly store: Pick<Store, 'id' | 'pivot' | 'plan'>;
  readonly onClose: () => void;
}

/** «Mi PIN»: sets and removes the own one; an admin removes those of the team. */
export function OwnPinDialog({ store, onClose }: OwnPinDialogProps) {
  const { data: people = [] } = useQuery(peopleQuery(store.id));
  const person = usePerson(store.id);
  const online = useNetwork((n) => n.online);
  const [pin, setPin] = useState('');
  const [repeated, setRepeated] = useState('');
  const [told, setTold] = useState(false);
  const [asked, setAsked] = useState<Colleague | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const { sending, submit } = useSubmit((error) => {
    const sentence = readFailureText(error);
    setFailed(sentence);
    announce(sentence, 'assertive');
  });
  const own = people.find((p) => p.id === person?.id);
  const team = can('store.manage', store) ? people.filter((p) => p.has_pin && p.id !== person?.id) : [];
  const problem = pinProblem(pin);
  const differs = problem === null && repeated !== pin;

  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (problem) return first.current?.focus();
    if (differs) return second.current?.focus();
    setFailed(null);
    void submit(async () => {
      await setOwnPin(store.id, pin);
      toast.show({ kind: 'success', text: texts.saved });
      onClose();
    });
  };
  const remove = (colleague: Colleague): Promise<void> =>
    submit(async () => {
      setAsked(null);
      setFailed(null);
      await removePin(store.id, colleague.id === person?.id ? null : colleague.id);
      toast.show({ kind: 'success', text: texts.removed(colleague.fullname) });
    });
  const digits = (set: (value: string) => void) => (value: string) =>
    set(value.replace(/\D/g, '').slice(0, pinMaxDigits));
  const shared = { autoComplete: 'off', inputMode: 'numeric', type: 'password' } as const;

  return (
    <Overlay
      dirty={pin !== '' || repeated !== ''}
      footer={
        <FormAnswers
          confirm={texts.save}
          disabledReason={online ? undefined : peopleTexts.offline}
          form="own-pin"
          saving={sending}
          onCancel={onClose}
        />
      }
      open
      size="sm"
      title={texts.title}
      onClose={onClose}
    >
      <form className={styles['form']} id="own-pin" noValidate onSubmit={save}>
        {online ? null : <OfflineNotice>{peopleTexts.offline}</OfflineNotice>}
        <p>{texts.about}</p>
        {own?.has_pin ? <Notice>{texts.has}</Notice> : null}
        <TextField
          {...shared}
          ref={first}
          error={told && problem ? fieldText(problem) : undefined}
          hint={texts.hint}
          label={texts.fresh}
          value={pin}
          onChange={digits(setPin)}
        />
        <TextField
          {...shared}
          ref={second}
          error={told && differs ? fieldText({ rule: 'equal', otherName: texts.fresh }) : undefined}
          label={texts.repeat}
          value={repeated}
          onChange={digits(setRepeated)}
        />
        {failed === null ? null : <Notice tone="error">{failed}</Notice>}
        {own?.has_pin ? (
          <Button variant="ghost" onClick={() => setAsked(own)}>
            {texts.remove}
          </Button>
        ) : null}
        {team.length === 0 ? null : (
          <div className={styles['team']}>
            <h3>{texts.team}</h3>
            <ul className={styles['rows']}>
              {team.map((colleague) => (
                <li key={colleague.id}>
                  <span>{colleague.fullname}</span>
                  <Button
                    aria-label={texts.removeOf(colleague.fullname)}
                    size="sm"
                    variant="secondary"
                    onClick={() => setAsked(colleague)}
                  >
                    {texts.removeShort}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
      <ConfirmDialog
        confirmLabel={texts.removeShort}
        open={asked !== null}
        text={texts.removeText}
        title={asked ? texts.removeOf(asked.fullname) : ''}
        tone="danger"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void remove(asked);
        }}
      />
    </Overlay>
  );
}
