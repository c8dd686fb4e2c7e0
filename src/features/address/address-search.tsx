import type { KeyboardEvent, Ref } from 'react';
import { useId, useState } from 'react';
import { errorTexts } from '#texts/errors.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { IconMapPin, IconSearch } from '#ui/icons.tsx';
import styles from './address-page.module.css';
import type { Suggestion } from './maps/port.ts';
import { addressTexts } from './texts.ts';
import type { Found } from './use-address-search.ts';

interface AddressSearchProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly text: string;
  readonly found: Found;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
  readonly onPick: (suggestion: Suggestion) => void;
}

/** Combobox for street and number: arrow keys select a suggestion, Enter takes it, Esc closes the list (K-42, K-49). */
export function AddressSearch({ ref, text, found, error, disabled, onText, onPick }: AddressSearchProps) {
  const listId = useId();
  const [closed, setClosed] = useState(false);
  const [active, setActive] = useState(0);
  const suggestions = found.state === 'found' ? found.suggestions : [];
  const open = !closed && found.state !== 'idle';
  const at = Math.min(active, suggestions.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;

  const pick = (suggestion: Suggestion): void => {
    setClosed(true);
    onPick(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || event.nativeEvent.isComposing) return;
    const chosen = suggestions[at];
    if (event.key === 'ArrowDown') setActive(Math.min(at + 1, suggestions.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && chosen) pick(chosen);
    else if (event.key === 'Escape') setClosed(true);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles['search']}>
      <TextField
        ref={ref}
        aria-activedescendant={open && at >= 0 ? optionId(at) : undefined}
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        autoComplete="off"
        disabled={disabled}
        error={error}
        hint={addressTexts.searchHint}
        icon={<IconSearch size={22} />}
        label={addressTexts.search}
        maxLength={200}
        role="combobox"
        value={text}
        onBlur={() => setClosed(true)}
        onChange={(value) => {
          setClosed(false);
          setActive(0);
          onText(value);
        }}
        onFocus={() => setClosed(false)}
        onKeyDown={onKeyDown}
      />
      {open ? (
        <div className={styles['found']}>
          <div aria-label={addressTexts.suggestions} id={listId} role="listbox">
            {suggestions.map((s, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox input handles the keys
              <div
                key={s.id}
                aria-selected={index === at}
                className={styles['option']}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                onClick={() => pick(s)}
                // Prevents the mouse press from moving the focus out of the field.
                onMouseDown={(event) => event.preventDefault()}
                onMouseEnter={() => setActive(index)}
              >
                <IconMapPin size={22} />
                {s.label}
              </div>
            ))}
          </div>
          <p className={suggestions.length > 0 ? 'visually-hidden' : styles['quiet']} role="status">
            {statusText(found)}
          </p>
        </div>
      ) : null}
    </div>
  );
}

function statusText(found: Found): string {
  switch (found.state) {
    case 'idle':
      return '';
    case 'searching':
      return addressTexts.searching;
    case 'failed':
      return errorTexts.no_response;
    case 'found':
      return found.suggestions.length === 0 ? addressTexts.nothing : addressTexts.found(found.suggestions.length);
  }
}
