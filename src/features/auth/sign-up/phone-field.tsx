import { useEffect, useState } from 'react';
import type { PhoneKit } from '#contract/phone.ts';
import { phoneKit } from '#contract/phone.ts';
import { wakeIn } from '#platform/clock.ts';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import styles from './phone-field.module.css';
import type { PrefixOption } from './prefixes.ts';
import { prefixOptions, withPrefix } from './prefixes.ts';
import { signUpTexts } from './texts.ts';

interface PhoneFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/**
 * A phone number with its country code (A-06, A2). Choosing a country only writes its prefix into the field; the form
 * reads the field alone.
 */
export function PhoneField({ value, error, onChange }: PhoneFieldProps) {
  const [kit, setKit] = useState<PhoneKit | null>(null);
  useEffect(() => {
    let gone = false;
    // If the numbering plans do not load, the list has the product's two countries and the field does no formatting.
    void phoneKit()
      .then((loaded) => {
        if (!gone) setKit(loaded);
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, []);
  const options = prefixOptions(kit);
  const country = kit?.countryOf(value) ?? options.find((o) => value.startsWith(o.prefix))?.country ?? '';

  const choose = (option: PrefixOption | undefined): void => {
    if (option) onChange(withPrefix(value, option.prefix, options));
  };
  const type = (typed: string, field: HTMLInputElement | null): void => {
    // Formats only when the user types at the end: formatting would move the caret during a correction in the middle.
    const grows = typed.length > value.length && field?.selectionStart === typed.length;
    onChange(grows && kit ? kit.format(typed) : typed);
  };

  return (
    <div className={styles['field']}>
      <div className={styles['phone']}>
        <Select
          label={signUpTexts.prefix}
          options={options.map((o) => ({ value: o.country, label: `${o.prefix} ${o.name}` }))}
          placeholder={signUpTexts.noPrefix}
          value={country}
          onChange={(chosen) => choose(options.find((o) => o.country === chosen))}
        />
        <TextField
          autoComplete="tel"
          enterKeyHint="next"
          error={error}
          inputMode="tel"
          label={signUpTexts.phone}
          name="phone"
          type="tel"
          value={value}
          onChange={(typed) => type(typed, activeField())}
          onFocus={({ currentTarget: field }) => {
            // After the user has chosen a prefix, the caret goes to its end: typing must not overwrite it.
            if (/^\+\d+ $/.test(value)) wakeIn(0, () => field.setSelectionRange(value.length, value.length));
          }}
        />
        <p className={styles['hint']}>{signUpTexts.phoneHint}</p>
      </div>
    </div>
  );
}

const activeField = (): HTMLInputElement | null =>
  document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
