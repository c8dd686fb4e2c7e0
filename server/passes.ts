import type { Deps } from '#server/deps.ts';

/** Time for a pass to store what it has sent, when the server stops. */
const endWithinMs = 1_000;

interface PassOptions {
  /** For the log: 'looking for unseen orders'. */
  readonly what: string;
  readonly everyMs: number;
  /** Also now. */
  readonly atOnce?: boolean;
}

/**
 * Runs `look` again and again, never two at once. Its failure is logged. Returns the function that ends it, which
 * resolves when no pass runs any more, or after a second: a notice that was sent but not stored would be sent again after
 * the next start. `ending` tells a running pass to begin nothing new.
 */
export function startPass(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  { what, everyMs, atOnce = false }: PassOptions,
  look: (ending: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const ending = new AbortController();
  let running: Promise<unknown> | null = null;
  const begin = (): void => {
    running ??= look(ending.signal)
      .catch((error: unknown) => log.error(`${what} failed`, error))
      .finally(() => {
        running = null;
      });
  };
  if (atOnce) begin();
  const stop = clock.every(everyMs, begin);
  return async () => {
    stop();
    ending.abort();
    if (running) await atMost({ clock }, endWithinMs, running);
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
