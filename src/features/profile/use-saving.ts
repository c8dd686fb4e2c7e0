import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { readFailure } from '#data/api/failure.ts';
import { failureSentences } from '#texts/errors.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';

/** Server errors by field, and those of no field. */
export interface SavingRefusal {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly above: readonly string[];
}

const nothing: SavingRefusal = { fields: {}, above: [] };

interface Saving {
  readonly saving: boolean;
  readonly refusal: SavingRefusal;
  /** Clears the server's errors; called when the user types again. */
  readonly forget: () => void;
  /** Runs `send` unless a save is running or the device is offline (F-40, F-41); true = saved. */
  readonly save: (send: () => Promise<void>) => Promise<boolean>;
}

/** One save at a time, with its errors parsed. `known`: the form's fields; errors of other fields go above the form. */
export function useSaving(known: readonly string[]): Saving {
  const [refusal, setRefusal] = useState(nothing);
  const { sending, submit } = useSubmit((error) => {
    const failure = readFailure(error);
    const atField = known.some((field) => (failure.fields[field] ?? []).length > 0);
    const sentences = failureSentences(failure);
    setRefusal({ fields: failure.fields, above: atField ? [] : sentences });
    announce(sentences.join(' '), 'assertive');
  });
  const save = async (send: () => Promise<void>): Promise<boolean> => {
    let saved = false;
    if (useNetwork.getState().online)
      await submit(async () => {
        setRefusal(nothing);
        await send();
        saved = true;
      });
    return saved;
  };
  return { saving: sending, refusal, forget: () => setRefusal(nothing), save };
}

/** Ctrl/Cmd+S submits the form (A10). */
export function useSaveKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [form]);
}
