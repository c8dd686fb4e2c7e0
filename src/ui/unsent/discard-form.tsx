import type { Ref } from 'react';
import { useState } from 'react';
import { unsentTexts } from '#ui/texts.ts';
import { Button } from '#ui/action/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import styles from './unsent.module.css';

interface DiscardFormProps {
  /** Names the result. */
  readonly label: string;
  readonly hint?: string;
  readonly field?: Ref<HTMLInputElement>;
  readonly onDiscard: () => void;
}

/** The person must type a word before the app discards unsent changes (offline engine, Life cycle). */
export function DiscardForm({ label, hint, field, onDiscard }: DiscardFormProps) {
  const [typed, setTyped] = useState('');
  const confirmed = typed.trim().toUpperCase() === unsentTexts.discardWord;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed) onDiscard();
      }}
    >
      <TextField
        autoCapitalize="characters"
        autoComplete="off"
        ref={field}
        hint={hint}
        label={unsentTexts.discardLabel}
        value={typed}
        onChange={setTyped}
      />
      <Button fullWidth disabled={!confirmed} type="submit" variant="danger">
        {label}
      </Button>
    </form>
  );
}
