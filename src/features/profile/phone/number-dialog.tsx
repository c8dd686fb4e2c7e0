import type { SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { preparePhones, readPhone } from '#contract/phone.ts';
import { useNetwork } from '#data/device/device.ts';
import { plainText, required } from '#domain/fields.ts';
import { fieldText } from '#texts/fields.ts';
import { Button } from '#ui/action/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { phoneTexts } from './texts.ts';
import { useReadable } from './use-readable.ts';
import styles from './verify-phone.module.css';

interface NumberDialogProps {
  /** The number so far, E.164 or empty. */
  readonly phone: string;
  /** The server's message about it. */
  readonly refusal: string | undefined;
  readonly onClose: () => void;
  /** E.164 */
  readonly onNumber: (phone: string) => void;
}

/** Adds a phone number or changes the typed one; the next step asks for its code. */
export function NumberDialog({ phone, refusal, onClose, onNumber }: NumberDialogProps) {
  const online = useNetwork((s) => s.online);
  const field = useRef<HTMLInputElement>(null);
  const readable = useReadable(phone);
  const [typed, setTyped] = useState<string>();
  const value = typed ?? readable;
  const [error, setError] = useState(refusal);
  useEffect(preparePhones, []);

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!online) return;
    const written = plainText(value);
    const missing = required(written);
    const read = missing ? null : await readPhone(written, null);
    if (read?.ok) return onNumber(read.e164);
    setError(fieldText(missing ?? { rule: 'account-phone', problem: read?.problem ?? 'invalid' }));
    field.current?.focus();
  };

  return (
    <Overlay open initialFocus={field} size="sm" title={phoneTexts.addTitle} onClose={onClose}>
      <form noValidate className={styles['dialog']} onSubmit={(event) => void submit(event)}>
        <p className={styles['target']}>{phoneTexts.addText}</p>
        <TextField
          ref={field}
          autoComplete="tel"
          enterKeyHint="send"
          error={error}
          hint={phoneTexts.hint}
          inputMode="tel"
          label={phoneTexts.phone}
          name="phone"
          type="tel"
          value={value}
          onChange={(now) => {
            setTyped(now);
            setError(undefined);
          }}
        />
        <Button fullWidth disabledReason={online ? undefined : phoneTexts.offlineSend} type="submit">
          {phoneTexts.send}
        </Button>
      </form>
    </Overlay>
  );
}
