import { Combobox, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useState } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import type { SelectProps } from '#ui/form/select-props.ts';
import { IconChevronDown } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { MantineScope } from './mantine-scope.tsx';
import { matching } from '#domain/search.ts';
import styles from './searchable-select.module.css';

/** A select with a search field. `Select` uses it for a long list. */
export function SearchableSelect(props: SelectProps) {
  return (
    <MantineScope>
      <Field {...props} />
    </MantineScope>
  );
}

function Field({
  options,
  value,
  onChange,
  placeholder = uiTexts.choose,
  label,
  hint,
  error,
  hideLabel,
  icon,
  disabled,
}: SelectProps) {
  // null while nothing is typed: the field then shows the selected option.
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  const chosen = options.find((option) => option.value === value);
  const found = matching(options, typed ?? '');
  return (
    <Combobox
      classNames={{ dropdown: styles['dropdown'] ?? '', option: styles['option'] ?? '', empty: styles['empty'] ?? '' }}
      portalProps={{ reuseTargetNode: false }}
      store={combobox}
      transitionProps={{ duration: 0 }}
      zIndex={200}
      onOptionSubmit={(next) => {
        onChange(next);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextField
          disabled={disabled}
          error={error}
          hideLabel={hideLabel ?? false}
          hint={hint}
          icon={icon}
          label={label}
          trailing={
            <span className={styles['arrow']}>
              <IconChevronDown size={22} />
            </span>
          }
          placeholder={chosen?.label ?? placeholder}
          value={typed ?? chosen?.label ?? ''}
          onBlur={() => combobox.closeDropdown()}
          onChange={(text) => {
            setTyped(text);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            // Close only the list, not the surrounding overlay.
            if (event.key === 'Escape' && combobox.dropdownOpened) event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} className={styles['options'] ?? ''}>
          {found.length === 0 ? <Combobox.Empty>{uiTexts.noResults}</Combobox.Empty> : null}
          {found.map((option) => (
            <Combobox.Option
              key={option.value}
              active={option.value === value}
              disabled={option.disabled ?? false}
              value={option.value}
            >
              {option.label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
