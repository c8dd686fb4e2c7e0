import { setTimeout as delay } from 'node:timers/promises';

/** Rejects after `ms` milliseconds; `work` itself continues. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = delay(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`not within ${ms} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** Resolves to null on an error: most actions fail during faults. */
export const attempt = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** Calls `ask` every 100 ms until it returns a value; null after `ms` milliseconds. */
export async function waitFor<T>(ms: number, ask: () => Promise<T | null>): Promise<T | null> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null || performance.now() > end) return answer;
    await delay(100);
  }
}

/**
 * Like `waitFor`, but throws when there is no value in time, with `what` in the message. An `ask` that throws returns no
 * value: a page that is being replaced answers with an error.
 */
export async function waitForSure<T>(what: string, ask: () => Promise<T | null>, ms = 30_000): Promise<T> {
  const found = await waitFor(ms, () => attempt(ask()));
  if (found === null) throw new Error(`waited ${ms / 1_000} s for: ${what}`);
  return found;
}

/** Waits; resolves to false when the signal aborts first. */
export const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, undefined, { signal }).then(
    () => true,
    () => false,
  );
