import { localRecord } from '#platform/local-record.ts';
import { wakeIn } from '#platform/clock.ts';
import { jitter } from '#platform/random.ts';
import { watchSurroundings } from '#platform/surroundings.ts';
import { api } from '#data/api/api.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';

/*
 * A session that the person has left, and that the server has not ended yet: there was no network. Its refresh cookie is
 * all that is left of it, so it has to end before a new login replaces that cookie.
 */
const record = localRecord<true>('left-session', 1, (v): v is true => v === true);

const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

let running: Promise<void> | null = null;
let failures = 0;
let cancelRetry = (): void => {};

/** Notes, before anything else of a logout, that the session of this device has to end. */
export const leaveSession = (): void => record.write(true);

/**
 * Ends the session that was left, if there is one. Rejects with ApiFailure without an answer of the server, and tries
 * again by itself. Call it before a new login: concurrent calls share one request.
 */
export function endLeftSession(): Promise<void> {
  if (record.read() === null) return Promise.resolve();
  cancelRetry();
  running ??= end().finally(() => {
    running = null;
  });
  return running;
}

async function end(): Promise<void> {
  try {
    await api.account.signOut();
  } catch (error) {
    // Our server's 401: the browser has lost the cookie, so nothing is left to end.
    if (!(error instanceof ApiFailure) || classOf(error) !== 'auth') {
      failures += 1;
      const ms = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)) * (0.5 + jitter() / 2);
      cancelRetry = wakeIn(ms, endQuietly);
      throw error;
    }
  }
  failures = 0;
  record.clear();
}

const endQuietly = (): void => void endLeftSession().catch(() => {});

/** Ends a session that an earlier page left, now and whenever the network returns. Returns the function that stops it. */
export function watchLeftSession(): () => void {
  endQuietly();
  return watchSurroundings(({ online }) => {
    if (online) endQuietly();
  });
}
