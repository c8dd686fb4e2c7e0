import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { Notice } from '#ui/feedback/panels.tsx';
import styles from './profile.module.css';
import { SaveBar } from './save-bar.tsx';
import { useSaveKeys } from './use-saving.ts';

interface ProfileFormFrameProps {
  /** True with unsaved changes. */
  readonly changed: boolean;
  readonly saving: boolean;
  /** Server errors that belong to no field. */
  readonly above: readonly string[];
  readonly onSubmit: () => void;
  readonly onDirty: (dirty: boolean) => void;
  /** Rendered between the form and its button. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** The shared frame of both profile tabs: notices, a form submitted by Enter and Ctrl+S, and «Guardar» (A10). */
export function ProfileFormFrame({
  changed,
  saving,
  above,
  onSubmit,
  onDirty,
  after,
  children,
}: ProfileFormFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useSaveKeys(form);
  useEffect(() => onDirty(changed), [changed, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  return (
    <>
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
