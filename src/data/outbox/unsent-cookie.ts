import { create } from 'zustand';
import { cookieNames, readCookie, writeCookie } from '#platform/cookie.ts';
import { localRecord } from '#platform/local-record.ts';

/**
 * Counts the commands that wait on this device, in a cookie per user and store. Cookies survive when the browser evicts
 * the databases, so the app can report the loss (offline engine, Eviction).
 */
const prefix = 'marche-unsent-';
const cookieOf = (userId: number, storeId: number): string => `${prefix}${userId}-${storeId}`;

export function unsentByCookie(userId: number, storeId: number): number {
  const count = Number(readCookie(cookieOf(userId, storeId)));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

export const noteUnsent = (userId: number, storeId: number, count: number): void =>
  writeCookie(cookieOf(userId, storeId), count === 0 ? null : String(count));

/** Deletes the user's cookies after the person discarded all waiting commands. */
export function forgetUnsent(userId: number): void {
  for (const name of cookieNames()) if (name.startsWith(`${prefix}${userId}-`)) writeCookie(name, null);
}

/** How many commands the browser evicted; 0 = none. Kept across reloads until the person dismisses the notice. */
const lost = localRecord<number>('lost', 1, (value): value is number => typeof value === 'number');

export const useLost = create<{ readonly count: number }>(() => ({ count: lost.read() ?? 0 }));

export function tellLost(count: number): void {
  lost.write(useLost.getState().count + count);
  useLost.setState(({ count: before }) => ({ count: before + count }));
}

export function dismissLost(): void {
  lost.clear();
  useLost.setState({ count: 0 });
}
