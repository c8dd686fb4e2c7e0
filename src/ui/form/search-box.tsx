import type { ComponentPropsWithRef } from 'react';
import { useRef } from 'react';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconClose, IconSearch } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { TextField } from './text-field.tsx';

interface SearchBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'onSubmit' | 'type'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called on Enter. */
  readonly onSubmit?: (value: string) => void;
}

/** A search field. Esc and the cross clear it. Esc in an empty field bubbles, so that an overlay can close. */
export function SearchBox({ label, value, onChange, onSubmit, onKeyDown, ...input }: SearchBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const clear = (): void => {
    onChange('');
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={box}>
      <TextField
        autoComplete="off"
        enterKeyHint="search"
        {...input}
        hideLabel
        icon={<IconSearch size={22} />}
        label={label}
        trailing={
          value === '' ? null : <IconButton icon={<IconClose size={20} />} label={uiTexts.clear} onClick={clear} />
        }
        type="search"
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.defaultPrevented || event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            clear();
          }
          if (event.key === 'Enter' && onSubmit) {
            event.preventDefault();
            onSubmit(value);
          }
        }}
      />
    </div>
  );
}
