import { refreshTokenSeconds } from './sessions-store.ts';

const name = 'marche_refresh';
// Only the calls that use it ever receive it.
const attributes = 'HttpOnly; Secure; SameSite=Strict; Path=/api/tokens';

export const refreshCookie = (token: string): string =>
  `${name}=${token}; ${attributes}; Max-Age=${refreshTokenSeconds}`;
export const clearedRefreshCookie = `${name}=; ${attributes}; Max-Age=0`;

/** The token in a Cookie header; null when there is none. */
export function readRefreshCookie(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}
