import type { Deps } from '#server/deps.ts';

/** A pass for a timer that never runs twice at once. Its failure is logged. */
export function onePass({ log }: Pick<Deps, 'log'>, what: string, look: () => Promise<unknown>): () => void {
  let looking = false;
  return () => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => log.error(`looking for ${what} failed`, error))
      .finally(() => {
        looking = false;
      });
  };
}

/** Resolves when the work has ended, or after `ms`; the work then goes on. */
export async function atMost({ clock }: Pick<Deps, 'clock'>, ms: number, work: Promise<unknown>): Promise<void> {
  let stop = (): void => undefined;
  const enough = new Promise<void>((resolve) => {
    stop = clock.every(ms, resolve);
  });
  await Promise.race([work, enough]);
  stop();
}
