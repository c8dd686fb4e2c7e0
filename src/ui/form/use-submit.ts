import { useRef, useState } from 'react';

interface Submission<What> {
  /** True while a call runs. */
  readonly sending: boolean;
  /** What the running call was started with; null without one. */
  readonly what: What | null;
  /** Runs the call, unless another one is running: then it does nothing. `what` names the pressed button. */
  readonly submit: (call: () => Promise<unknown>, what?: What) => Promise<void>;
}

const raise = (error: unknown): void => {
  throw error;
};

/** Sends a form once, however often its button is pressed. `onError` gets what the call throws (F-40). */
export function useSubmit<What = never>(onError: (error: unknown) => void = raise): Submission<What> {
  // A second press may come before the next render, so the state alone is too late.
  const running = useRef(false);
  const [sent, setSent] = useState<{ readonly what: What | null } | null>(null);
  return {
    sending: sent !== null,
    what: sent?.what ?? null,
    submit: async (call, what) => {
      if (running.current) return;
      running.current = true;
      setSent({ what: what ?? null });
      try {
        await call();
      } catch (error) {
        onError(error);
      } finally {
        running.current = false;
        setSent(null);
      }
    },
  };
}
