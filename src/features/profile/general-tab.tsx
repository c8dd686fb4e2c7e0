import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { ProfileChange } from '#data/session/account.ts';
import { accountQueries, saveProfile } from '#data/session/account.ts';
import { useNetwork } from '#data/device/device.ts';
import { plainText } from '#domain/fields.ts';
import { defaultToastMs } from '#domain/limits.ts';
import { fieldText } from '#texts/fields.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import { DeviceList } from './device-list.tsx';
import { NotificationBlock } from './notification-block.tsx';
import { PhoneBlock } from './phone/phone-block.tsx';
import { fullnameProblem, isChanged, profileOf } from './profile-form.ts';
import { ProfileFormFrame } from './profile-form-frame.tsx';
import styles from './profile.module.css';
import { generalTexts, profileTexts } from './texts.ts';
import { useSaving } from './use-saving.ts';

export interface TabProps {
  readonly user: User;
  /** Reports whether leaving would lose changes. */
  readonly onDirty: (dirty: boolean) => void;
}

const fields = ['fullname'];

interface GeneralTabProps extends TabProps {
  /** Logs out of this device, with the rules for unsent work. */
  readonly onLogOut: () => void;
}

/** Tab 'General': name, notification preferences, phone, signed-in devices (A-41 to A-44, N-32, T3). */
export function GeneralTab({ user, onDirty, onLogOut }: GeneralTabProps) {
  // Shows the cached user and refetches it: another device may have changed it.
  useQuery(accountQueries.me());
  const online = useNetwork((s) => s.online);
  /** Only the fields edited here; the others follow the user's data. */
  const [draft, setDraft] = useState<Partial<ProfileChange>>({});
  const [error, setError] = useState<string>();
  const { saving, refusal, forget, save } = useSaving(fields);
  const name = useRef<HTMLInputElement>(null);
  const saved = profileOf(user);
  const now = { ...saved, ...draft };
  const changed = isChanged(now, saved);
  const said = refusal.fields['fullname'];
  useEffect(() => {
    if (said) name.current?.focus();
  }, [said]);

  const submit = async (): Promise<void> => {
    const problem = fullnameProblem(now.fullname);
    setError(problem ? fieldText(problem) : undefined);
    if (problem) return name.current?.focus();
    const done = await save(() => saveProfile({ ...now, fullname: plainText(now.fullname) }));
    if (!done) return;
    setDraft({});
    toast.show({ id: 'profile', kind: 'success', text: profileTexts.saved, duration: defaultToastMs });
  };

  return (
    <ProfileFormFrame
      above={refusal.above}
      after={<DeviceList onLogOut={onLogOut} />}
      changed={changed}
      saving={saving}
      onDirty={onDirty}
      onSubmit={() => void submit()}
    >
      <Panel title={generalTexts.data}>
        <TextField
          ref={name}
          autoCapitalize="words"
          autoComplete="name"
          error={error ?? said?.join(' ')}
          label={generalTexts.fullname}
          name="name"
          readOnly={!online}
          value={now.fullname}
          onChange={(fullname) => {
            setDraft({ ...draft, fullname });
            setError(undefined);
            forget();
          }}
        />
        <dl className={styles['facts']}>
          <div>
            <dt>{generalTexts.email}</dt>
            <dd>{user.email}</dd>
          </div>
          <PhoneBlock user={user} />
        </dl>
      </Panel>
      <NotificationBlock
        disabled={!online}
        email={user.email}
        value={now}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </ProfileFormFrame>
  );
}
