import { setTimeout as delay } from 'node:timers/promises';

/** Rejects when it takes longer; what it does meanwhile goes on. */
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

/** Null instead of an error: most actions fail while faults run. */
export const attempt = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** Asks every 100 ms until the answer is not null; null when time is up. */
export async function waitFor<T>(ms: number, ask: () => Promise<T | null>): Promise<T | null> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null || performance.now() > end) return answer;
    await delay(100);
  }
}

/** False when the signal came first. */
export const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, undefined, { signal }).then(
    () => true,
    () => false,
  );
