import { useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { failureSentences } from '#texts/errors.ts';
import { announce } from '#ui/toast/announcer.tsx';

/** What the server refused a form with: the sentences below it, read out once. */
export function useFormRefusals() {
  const [sentences, setSentences] = useState<readonly string[]>([]);
  return {
    sentences,
    forget: () => setSentences([]),
    refuse: (error: unknown): void => {
      const words = failureSentences(readFailure(error));
      setSentences(words);
      announce(words.join(' '), 'assertive');
    },
  };
}
