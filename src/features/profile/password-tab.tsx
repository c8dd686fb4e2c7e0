import { useEffect, useRef, useState } from 'react';
import { changePassword } from '#data/session/account.ts';
import { useNetwork } from '#data/device/device.ts';
import { fieldText } from '#texts/fields.ts';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import type { TabProps } from './general-tab.tsx';
import type { PasswordValues } from './profile-form.ts';
import { passwordProblems } from './profile-form.ts';
import { ProfileFormFrame } from './profile-form-frame.tsx';
import styles from './profile.module.css';
import { passwordTexts } from './texts.ts';
import { useSaving } from './use-saving.ts';

type Errors = Partial<Record<keyof PasswordValues, string>>;

const empty: PasswordValues = { password: '', confirm: '' };

const fields = ['password', 'password_confirm'];

/** Tab 'Cambiar contraseña': the password typed twice; saving signs out the other devices. */
export function PasswordTab({ user, onDirty }: TabProps) {
  const online = useNetwork((s) => s.online);
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const { saving, refusal, forget, save } = useSaving(fields);
  const password = useRef<HTMLInputElement>(null);
  const confirm = useRef<HTMLInputElement>(null);
  const changed = values.password !== '' || values.confirm !== '';
  const { password: saidOfPassword, password_confirm: saidOfConfirm } = refusal.fields;
  useEffect(() => {
    if (saidOfPassword) password.current?.focus();
    else if (saidOfConfirm) confirm.current?.focus();
  }, [saidOfPassword, saidOfConfirm]);

  const change = (part: Partial<PasswordValues>): void => {
    setValues({ ...values, ...part });
    setErrors({});
    forget();
  };
  const submit = async (): Promise<void> => {
    const found = passwordProblems(values, passwordTexts.password);
    setErrors({
      password: found.password ? fieldText(found.password) : undefined,
      confirm: found.confirm ? fieldText(found.confirm) : undefined,
    });
    if (found.password) return password.current?.focus();
    if (found.confirm) return confirm.current?.focus();
    if (!(await save(() => changePassword(values.password, values.confirm)))) return;
    setValues(empty);
    toast.show({ id: 'password', kind: 'success', text: passwordTexts.saved });
  };

  return (
    <ProfileFormFrame
      above={refusal.above}
      changed={changed}
      saving={saving}
      onDirty={onDirty}
      onSubmit={() => void submit()}
    >
      <Panel title={passwordTexts.heading}>
        <p className={styles['quiet']}>{passwordTexts.intro}</p>
        {/* Password managers need the username field. */}
        <input
          readOnly
          aria-label={passwordTexts.username}
          autoComplete="username"
          className="visually-hidden"
          name="username"
          tabIndex={-1}
          type="text"
          value={user.email}
        />
        <PasswordField
          ref={password}
          autoComplete="new-password"
          error={errors.password ?? saidOfPassword?.join(' ')}
          hint={passwordTexts.hint}
          label={passwordTexts.password}
          name="password"
          readOnly={!online}
          value={values.password}
          onChange={(typed) => change({ password: typed })}
        />
        <PasswordField
          ref={confirm}
          autoComplete="new-password"
          error={errors.confirm ?? saidOfConfirm?.join(' ')}
          label={passwordTexts.confirm}
          name="password_confirm"
          readOnly={!online}
          value={values.confirm}
          onChange={(typed) => change({ confirm: typed })}
        />
      </Panel>
    </ProfileFormFrame>
  );
}
