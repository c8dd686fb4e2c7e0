const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Reads a cookie. Cookies survive when the browser evicts the databases. Null if absent or blocked. Names and values
 * must not need escaping.
 */
export const readCookie = (name: string): string | null =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

/** Writes a cookie, by default for a year; `keptSeconds` is in seconds. A null value deletes it. */
export function writeCookie(name: string, value: string | null, keptSeconds = yearSeconds): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : keptSeconds;
  document.cookie = `${name}=${value ?? ''}; path=/sellers; max-age=${age}; SameSite=Strict${secure}`;
}

/** Writes a cookie that the browser deletes when it closes (N-37). */
export function writeSessionCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; path=/sellers/; SameSite=Lax${secure}`;
}

export const cookieNames = (): string[] => document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '');
