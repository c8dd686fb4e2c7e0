import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { loading } from '#data/device/loading.ts';
import type { Colleague } from '#data/people/people.ts';
import { peopleQuery } from '#data/people/people.ts';
import { pinMaxDigits, pinPattern } from '#domain/pin.ts';
import { failureText } from '#texts/errors.ts';
import { fieldText } from '#texts/fields.ts';
import { roleLabels } from '#texts/roles.ts';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { SkeletonGroup, Skeleton } from '#ui/feedback/skeleton.tsx';
import { NumberPad } from '#ui/form/number-pad.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconUser } from '#ui/icons.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './people.module.css';
import { peopleTexts as texts } from './texts.ts';

interface PinPanelProps {
  readonly storeId: number;
  readonly title: string;
  readonly confirm: string;
  /** Above the people. */
  readonly intro?: ReactNode;
  readonly empty: { readonly title: string; readonly hint: string };
  /** Who is offered, of the people of the store. */
  readonly offered: (people: readonly Colleague[]) => readonly Colleague[];
  /** Offered, but never chosen by itself: they hold the device already. */
  readonly holder?: number | undefined;
  /** Shown instead of the people. */
  readonly instead?: ReactNode;
  /** Uses the PIN. Rejects with ApiFailure. */
  readonly onPin: (person: Colleague, pin: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog in which a person chooses their name and types their PIN. */
export function PinPanel({
  storeId,
  title,
  confirm,
  intro,
  empty,
  offered,
  holder,
  instead = null,
  onPin,
  onClose,
}: PinPanelProps) {
  const query = useQuery(peopleQuery(storeId));
  const online = useNetwork((n) => n.online);
  const [chosen, choose] = useState<number | null>(null);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { sending, submit } = useSubmit((error) => {
    const { messages, fields } = sentencesOf(error);
    setProblem(fields);
    setFailed(fields === undefined ? messages : null);
    announce(fields ?? messages, 'assertive');
    setPin('');
    field.current?.focus();
  });
  const people = query.data ? offered(query.data) : [];
  const others = people.filter((p) => p.id !== holder);
  const person = people.find((p) => p.id === chosen) ?? (others.length === 1 ? others[0] : undefined);
  const answers = people.length > 0 && !instead;

  const type = (value: string): void => {
    setProblem(undefined);
    setPin(value.replace(/\D/g, '').slice(0, pinMaxDigits));
  };
  const answer = (event: FormEvent): void => {
    event.preventDefault();
    if (!person) return;
    if (!pinPattern.test(pin)) {
      setProblem(fieldText({ rule: pin === '' ? 'required' : 'pin' }));
      return field.current?.focus();
    }
    setFailed(null);
    void submit(() => onPin(person, pin));
  };

  return (
    <Overlay
      footer={
        answers ? (
          <FormAnswers
            confirm={confirm}
            disabledReason={online ? undefined : texts.offline}
            form="pin"
            saving={sending}
            onCancel={onClose}
          />
        ) : undefined
      }
      open
      size="sm"
      title={title}
      onClose={onClose}
    >
      <Loaded
        {...loading(query)}
        offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
        skeleton={
          <SkeletonGroup className={styles['form']} label={texts.loading}>
            <Skeleton height={56} />
            <Skeleton height={56} />
          </SkeletonGroup>
        }
      >
        {() =>
          instead ??
          (people.length === 0 ? (
            <div className={styles['form']}>
              {intro}
              <EmptyState icon={<IconUser size={32} />} text={empty.hint} title={empty.title} />
            </div>
          ) : (
            <form className={styles['form']} id="pin" noValidate onSubmit={answer}>
              {online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
              {intro}
              <RadioCards
                label={texts.people}
                options={people.map(({ id, fullname, role }) => ({
                  value: String(id),
                  label: fullname,
                  hint: roleLabels[role],
                }))}
                value={person ? String(person.id) : ''}
                onChange={(id) => {
                  choose(Number(id));
                  setPin('');
                  setProblem(undefined);
                  field.current?.focus();
                }}
              />
              {person ? (
                <div className={styles['pin']}>
                  <TextField
                    ref={field}
                    autoComplete="off"
                    error={problem}
                    hint={texts.forgotten}
                    inputMode="numeric"
                    label={texts.pin}
                    type="password"
                    value={pin}
                    onChange={type}
                  />
                  <NumberPad digitsOnly maxLength={pinMaxDigits} value={pin} onChange={type} />
                </div>
              ) : null}
              {failed === null ? null : <Notice tone="error">{failed}</Notice>}
            </form>
          ))
        }
      </Loaded>
    </Overlay>
  );
}

/** The sentence of a failure, and that of the field `pin` if it is about it. */
function sentencesOf(error: unknown): { readonly messages: string; readonly fields: string | undefined } {
  const failure = readFailure(error);
  return { messages: failureText(failure), fields: failure.fields['pin']?.[0] };
}
