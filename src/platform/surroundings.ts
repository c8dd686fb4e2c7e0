/** The device's network and visibility state. Both are only hints (offline engine, Principles). */
export interface Surroundings {
  readonly online: boolean;
  readonly visible: boolean;
}

export const surroundings = (): Surroundings => ({
  online: navigator.onLine,
  visible: document.visibilityState === 'visible',
});

/** Calls on every change. Returns the unsubscribe function. */
export function watchSurroundings(onChange: (now: Surroundings) => void): () => void {
  const stop = new AbortController();
  const tell = () => onChange(surroundings());
  for (const name of ['online', 'offline', 'pageshow']) addEventListener(name, tell, { signal: stop.signal });
  document.addEventListener('visibilitychange', tell, { signal: stop.signal });
  return () => stop.abort();
}

/** The browser's user agent. */
export const userAgent = (): string => navigator.userAgent;

/** The full URL of a path, for other devices. */
export const pageUrl = (path: string): string => `${location.origin}${path}`;

/** The device's IANA time zone. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the address's fragment without '#' and removes it, so that its content stays neither in the address bar nor
 * in the history. Bypasses the router, which would treat the change as a navigation.
 */
export function takeFragment(): string {
  const fragment = location.hash.slice(1);
  if (fragment !== '')
    History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}`);
  return fragment;
}
