import { promptRetryMs } from '#domain/limits.ts';

export interface PromptTiming {
  /** Delay before the first attempt. */
  readonly delayMs: number;
  /** True while an overlay is open or the user is taking an order; the prompt then waits. */
  readonly isBusy: () => boolean;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  readonly show: () => void;
}

/**
 * Shows the prompt once, after the delay. While the user is busy it tries again every 5 s. Returns a
 * function that cancels it.
 */
export function armPrompt({ delayMs, isBusy, wakeIn, show }: PromptTiming): () => void {
  let cancel = wakeIn(delayMs, attempt);
  function attempt(): void {
    if (isBusy()) cancel = wakeIn(promptRetryMs, attempt);
    else show();
  }
  return () => cancel();
}
