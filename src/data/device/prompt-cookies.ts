import { promptCookieSeconds } from '#domain/limits.ts';
import { readCookie, writeCookie } from '#platform/cookie.ts';

/** What a person has answered, for ten days (F-44, R-33, R-37). */
const cookies = { install: 'marche-install-later', notifications: 'marche-notifications-asked' } as const;
export type Prompt = keyof typeof cookies;

export const isResting = (prompt: Prompt): boolean => readCookie(cookies[prompt]) !== null;
export const rest = (prompt: Prompt): void => writeCookie(cookies[prompt], '1', promptCookieSeconds);
