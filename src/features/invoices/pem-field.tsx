import { useRef } from 'react';
import { Button } from '#ui/action/button.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { fiscalTexts as texts } from './fiscal-texts.ts';
import styles from './invoices.module.css';

interface PemFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly maxLength: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A certificate or a key as text: pasted, or read from a file. The file is read on this device. */
export function PemField({ label, maxLength, onChange, ...field }: PemFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={styles['pem']}>
      <TextArea
        {...field}
        autoComplete="off"
        counterFrom={maxLength}
        label={label}
        maxLength={maxLength}
        spellCheck={false}
        onChange={onChange}
      />
      <input
        ref={file}
        accept=".pem,.crt,.cer,.key,.txt"
        hidden
        type="file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void chosen.text().then((text) => onChange(text.slice(0, maxLength)));
          currentTarget.value = '';
        }}
      />
      <Button size="sm" variant="secondary" onClick={() => file.current?.click()}>
        {texts.file(label)}
      </Button>
    </div>
  );
}
