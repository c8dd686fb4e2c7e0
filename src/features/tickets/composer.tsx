import type { FormEvent, KeyboardEvent } from 'react';
import { ticketMessageMaxChars } from '#domain/limits.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { IconSend } from '#ui/icons.tsx';
import { ticketTexts } from './texts.ts';
import styles from './ticket-chat.module.css';

interface ComposerProps {
  readonly closed: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called also for an empty message, which it ignores (U-12). */
  readonly onSend: () => void;
}

/** Enter sends, Shift+Enter starts a new line; disabled on a closed ticket (U-05). */
export function Composer({ closed, value, onChange, onSend }: ComposerProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  const onKey = (event: KeyboardEvent): void => {
    // With an input method, Enter ends the composition of a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };
  return (
    <form className={styles['composer']} onSubmit={submit}>
      <div className={styles['field']}>
        <TextArea
          disabled={closed}
          enterKeyHint="send"
          hideLabel
          label={ticketTexts.say}
          maxLength={ticketMessageMaxChars}
          placeholder={closed ? ticketTexts.sayClosed : ticketTexts.say}
          rows={1}
          value={value}
          onChange={onChange}
          onKeyDown={onKey}
        />
      </div>
      <IconButton
        disabled={closed}
        icon={<IconSend />}
        label={ticketTexts.send}
        type="submit"
        variant={closed ? 'outline' : 'primary'}
      />
    </form>
  );
}
