import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useNetwork } from '#data/device/network.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import styles from './profile.module.css';
import { SaveBar } from './save-bar.tsx';
import { profileTexts } from './texts.ts';
import { useSaveKeys } from './use-saving.ts';

interface ProfileFormFrameProps {
  /** There is something to save, and something to lose. */
  readonly changed: boolean;
  readonly saving: boolean;
  /** What the server said of no field. */
  readonly above: readonly string[];
  readonly onSubmit: () => void;
  readonly onDirty: (dirty: boolean) => void;
  /** Between the form and its button. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** What both tabs of the profile are: notices, a form that Enter and Ctrl+S send, and «Guardar» (A10). */
export function ProfileFormFrame({
  changed,
  saving,
  above,
  onSubmit,
  onDirty,
  after,
  children,
}: ProfileFormFrameProps) {
  const online = useNetwork((s) => s.online);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useSaveKeys(form);
  useEffect(() => onDirty(changed), [changed, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  return (
    <>
      {online ? null : <Notice tone="warning">{profileTexts.offline}</Notice>}
      {above.map((sentence) => (
        <Notice key={sentence} tone="error">
          {sentence}
        </Notice>
      ))}
      <form
        ref={form}
        noValidate
        className={styles['form']}
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed && !saving) onSubmit();
        }}
      >
        {children}
      </form>
      {after}
      <SaveBar changed={changed} form={formId} saving={saving} />
    </>
  );
}
