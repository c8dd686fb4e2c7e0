import { isObject } from '#domain/unknown.ts';
import { wakeIn } from '#platform/clock.ts';

/** Who waits for the event of a check, by its id. */
const waiting = new Map<string, () => void>();

/** The event device-checked has arrived; other devices' checks mean nothing here. */
export function tellCheck(payload: unknown): void {
  if (isObject(payload) && typeof payload['id'] === 'string') waiting.get(payload['id'])?.();
}

/** Resolves to true when the event of this check arrives, to false after `ms`. */
export function checkEcho(id: string, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (arrived: boolean): void => {
      cancel();
      waiting.delete(id);
      resolve(arrived);
    };
    const cancel = wakeIn(ms, () => end(false));
    waiting.set(id, () => end(true));
  });
}
