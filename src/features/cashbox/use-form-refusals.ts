import { useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { failureSentences } from '#texts/errors.ts';
import { askingAgain, changeSentences } from '#texts/lost-answer.ts';
import { announce } from '#ui/toast/announcer.tsx';

/** What the server refused a form with: the sentences below it, read out once; and that its answer was lost. */
export function useFormRefusals() {
  const [sentences, setSentences] = useState<readonly string[]>([]);
  /** Whether a change was sent whose answer was lost. */
  const doubted = useRef(false);
  const tell = (words: readonly string[]): void => {
    setSentences(words);
    announce(words.join(' '), 'assertive');
  };
  return {
    sentences,
    forget: (): void => {
      doubted.current = false;
      setSentences([]);
    },
    /** The answer was lost, and it is being asked for. */
    doubt: (): void => {
      doubted.current = true;
      tell([askingAgain]);
    },
    refuse: (error: unknown): void => tell((doubted.current ? changeSentences : failureSentences)(readFailure(error))),
  };
}
