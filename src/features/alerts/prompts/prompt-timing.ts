import { promptCookieSeconds } from '#domain/limits.ts';
import { readCookie, writeCookie } from '#platform/cookie.ts';

/**
 * One cookie per prompt that the person has answered. The prompt is not shown again for ten days (F-44, R-33, R-37).
 */
const cookies = { install: 'marche-install-later', notifications: 'marche-notifications-asked' } as const;
export type Prompt = keyof typeof cookies;

export const isResting = (prompt: Prompt): boolean => readCookie(cookies[prompt]) !== null;
export const rest = (prompt: Prompt): void => writeCookie(cookies[prompt], '1', promptCookieSeconds);
