import type { SelectProps } from './select-props.ts';
import { lazy, Suspense } from 'react';
import { cx } from '#ui/class-names.ts';
import { IconChevronDown } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';

const SearchableSelect = lazy(async () => ({
  default: (await import('#ui/combobox/searchable-select.tsx')).SearchableSelect,
}));

/** From this many options on (countries, the staff of a large shop), the list has a search field. A year has 12 months. */
const searchableFrom = 13;

/** A native select, or a Mantine combobox for a long list. The combobox loads when it is first shown. */
export function Select(props: SelectProps) {
  if (props.options.length < searchableFrom) return <NativeSelect {...props} />;
  return (
    // The fallback is usable and has the same size.
    <Suspense fallback={<NativeSelect {...props} />}>
      <SearchableSelect {...props} />
    </Suspense>
  );
}

function NativeSelect({
  label,
  hint,
  error,
  hideLabel,
  options,
  value,
  onChange,
  placeholder = options.length === 0 ? uiTexts.noOptions : uiTexts.choose,
  icon,
  id,
  className,
  ...input
}: SelectProps) {
  return (
    <Field controlId={id} error={error} hideLabel={hideLabel ?? false} hint={hint} label={label}>
      {(control) => (
        <div className={styles['box']}>
          {icon ? <span className={styles['icon']}>{icon}</span> : null}
          <select
            {...input}
            {...control}
            className={cx(styles['control'], Boolean(icon) && styles['withIcon'], className)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.some((option) => option.value === '') ? null : (
              <option disabled hidden value="">
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} disabled={option.disabled} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles['arrow']}>
            <IconChevronDown size={22} />
          </span>
        </div>
      )}
    </Field>
  );
}
