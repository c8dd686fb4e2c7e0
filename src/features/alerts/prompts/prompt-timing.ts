import { promptRetryMs } from '#domain/limits.ts';

export interface PromptTiming {
  /** Milliseconds before the first try. */
  readonly delayMs: number;
  /** Something is open, or an order is being taken: nobody is asked now. */
  readonly isBusy: () => boolean;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  readonly show: () => void;
}

/** Shows once, after the delay, and tries again every 5 s while something is open. The answer cancels it. */
export function armPrompt({ delayMs, isBusy, wakeIn, show }: PromptTiming): () => void {
  let cancel = wakeIn(delayMs, attempt);
  function attempt(): void {
    if (isBusy()) cancel = wakeIn(promptRetryMs, attempt);
    else show();
  }
  return () => cancel();
}
