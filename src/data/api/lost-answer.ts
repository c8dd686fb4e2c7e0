import { payingMs } from '#domain/limits.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';

/** Between two tries of a call whose answer was lost. */
const againMs = 3_000;

/** How long the lost answer to a change is asked for, while its person waits. */
export const askAgainMs = 30_000;

/** Whether the server may have done what was asked: its answer did not come, or says nothing about that. */
export const isLost = (error: unknown): boolean => error instanceof ApiFailure && classOf(error) === 'unknown';

/**
 * Sends what is never queued, such as what a provider charges: a card's token must not lie on the disk, and nobody would
 * wait for a charge that begins later (offline engine, What may wait). When the answer is lost it may have been done, so
 * the same call is sent again under the same key until there is one, for at most `forMs`; `onDoubt` tells that once.
 */
export async function untilAnswered<T>(send: () => Promise<T>, onDoubt: () => void, forMs = payingMs): Promise<T> {
  const until = deviceClock.mono() + forMs;
  for (let lost = 0; ; lost += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isLost(error) || deviceClock.mono() > until) throw error;
      if (lost === 0) onDoubt();
      await new Promise<void>((resolve) => void wakeIn(againMs, resolve));
    }
  }
}
