import { create } from 'zustand';
import { every } from '#platform/clock.ts';
import { readCookie, writeSessionCookie } from '#platform/cookie.ts';
import { newUuid } from '#platform/random.ts';
import { tabRecord } from '#platform/tab-record.ts';
import { openTabChannel } from '#platform/tabs.ts';

const cookie = 'code';
const lookEveryMs = 1_000;
/** This tab has lost the session, over reloads. */
const resting = tabRecord('resting', (value): value is true => value === true);

/** Whether another window has taken the session over: the latest one has it (F-31 to F-35, N-37). */
export const useDuplication = create<{ readonly duplicated: boolean }>(() => ({ duplicated: false }));

export const isDuplicated = (): boolean => useDuplication.getState().duplicated;

/**
 * This window has the session from now on, and calls once when it has lost it: by the other window's word at once, else
 * by the cookie within a second. A cookie that somebody cleared, or that the browser refuses, is nobody's. The answer
 * stops looking. `atRest`: the page is /duplicated; one that rested there before a reload, an update's for example, takes
 * the session from nobody.
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
  const stopLooking = every(lookEveryMs, look);
  // A window that slept looks before anybody can tap.
  document.addEventListener('visibilitychange', look);
  const stop = (): void => {
    stopLooking();
    channel.close();
    document.removeEventListener('visibilitychange', look);
  };
  return stop;
}
