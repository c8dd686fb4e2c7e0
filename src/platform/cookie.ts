const yearSeconds = 365 * 24 * 60 * 60;

/**
 * A cookie of the app's own pages: it survives what evicts the databases. Null when absent or refused. Names and values
 * must need no escaping.
 */
export const readCookie = (name: string): string | null =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

/** Kept for a year unless told otherwise, in seconds; null removes it. */
export function writeCookie(name: string, value: string | null, keptSeconds = yearSeconds): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : keptSeconds;
  document.cookie = `${name}=${value ?? ''}; path=/sellers; max-age=${age}; SameSite=Strict${secure}`;
}

/** Gone when the browser closes (N-37). */
export function writeSessionCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; path=/sellers/; SameSite=Lax${secure}`;
}

export const cookieNames = (): string[] => document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '');
