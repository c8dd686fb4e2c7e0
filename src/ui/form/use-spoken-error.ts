import { useState } from 'react';
import { announce } from '#ui/toast/announcer.tsx';

interface SpokenError {
  /** The sentence that the form shows; null without one. */
  readonly error: string | null;
  /** Shows a sentence and announces it. */
  readonly tellError: (sentence: string) => void;
  readonly clearError: () => void;
}

/** Why a form was refused. */
export function useSpokenError(): SpokenError {
  const [error, setError] = useState<string | null>(null);
  return {
    error,
    tellError(sentence) {
      setError(sentence);
      announce(sentence, 'assertive');
    },
    clearError: () => setError(null),
  };
}
