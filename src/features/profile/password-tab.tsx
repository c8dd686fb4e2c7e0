import type { FormEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { changePassword } from '#data/account.ts';
import { useNetwork } from '#data/network.ts';
import { fieldText } from '#texts/fields.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import type { TabProps } from './general-tab.tsx';
import type { PasswordValues } from './profile-form.ts';
import { passwordProblems } from './profile-form.ts';
import { SaveBar } from './save-bar.tsx';
import styles from './profile.module.css';
import { passwordTexts, profileTexts } from './texts.ts';
import { useSaveKeys, useSaving } from './use-saving.ts';

type Errors = Partial<Record<keyof PasswordValues, string>>;

const empty: PasswordValues = { password: '', confirm: '' };

/** Tab 'Cambiar contraseña': twice the same, and the other devices are signed out. */
export function PasswordTab({ user, onDirty }: TabProps) {
  const online = useNetwork((s) => s.online);
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const { saving, refusal, forget, save } = useSaving();
  const password = useRef<HTMLInputElement>(null);
  const confirm = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const changed = values.password !== '' || values.confirm !== '';
  useSaveKeys(form);
  useEffect(() => onDirty(changed), [changed, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
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
    if (!(await save(() => changePassword(values.password, values.confirm), ['password', 'password_confirm']))) return;
    setValues(empty);
    toast.show({ id: 'password', kind: 'success', text: passwordTexts.saved });
  };

  return (
    <>
      {online ? null : <Notice tone="warning">{profileTexts.offline}</Notice>}
      {refusal.above.map((sentence) => (
        <Notice key={sentence} tone="error">
          {sentence}
        </Notice>
      ))}
      <form
        ref={form}
        noValidate
        className={styles['form']}
        id={formId}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (changed && !saving) void submit();
        }}
      >
        <Panel title={passwordTexts.heading}>
          <p className={styles['quiet']}>{passwordTexts.intro}</p>
          {/* Password managers want to know whose it is. */}
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
      </form>
      <SaveBar changed={changed} form={formId} saving={saving} />
    </>
  );
}
