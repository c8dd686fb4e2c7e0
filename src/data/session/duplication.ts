import { create } from 'zustand';
import { sessionCheckMs } from '#domain/limits.ts';
import { every } from '#platform/clock.ts';
import { readCookie, writeSessionCookie } from '#platform/cookie.ts';
import { newUuid } from '#platform/random.ts';
import { tabRecord } from '#platform/tab-record.ts';
import { openTabChannel } from '#platform/tabs.ts';

const cookie = 'code';
/** This tab has lost the session to another one. Survives reloads. */
const resting = tabRecord('resting', (value): value is true => value === true);

/** Whether another window has taken over the session: the newest window owns it (F-31 to F-35, N-37). */
export const useDuplication = create<{ readonly duplicated: boolean }>(() => ({ duplicated: false }));

export const isDuplicated = (): boolean => useDuplication.getState().duplicated;

/**
 * Takes over the session for this window. Calls `onLost` once when another window takes it: at once through the tab
 * channel, else within a second through the cookie. A missing cookie (deleted, or refused by the browser) means that no
 * other window has it. Returns the function that stops the check.
 * `atRest`: the page is /duplicated. If this tab had already lost the session before a reload (an update, for example),
 * it does not take it back.
 */
export function holdSession(onLost: () => void, atRest: boolean): () => void {
  if (atRest && resting.read() && readCookie(cookie) !== null) {
    useDuplication.setState({ duplicated: true });
    return () => {};
  }
  resting.clear();
  const mine = newUuid();
  const look = (): void => {
    const there = readCookie(cookie);
    if (there === null) writeSessionCookie(cookie, mine);
    if (there === null || there === mine) return;
    stop();
    resting.write(true);
    useDuplication.setState({ duplicated: true });
    onLost();
  };
  writeSessionCookie(cookie, mine);
  const channel = openTabChannel('marche session', look);
  channel.post();
  const stopLooking = every(sessionCheckMs, look);
  // A window that was suspended checks before the person can tap.
  document.addEventListener('visibilitychange', look);
  const stop = (): void => {
    stopLooking();
    channel.close();
    document.removeEventListener('visibilitychange', look);
  };
  return stop;
}
