/** What the device says about its surroundings. Hints, all of them (offline engine, Principles). */
export interface Surroundings {
  readonly online: boolean;
  readonly visible: boolean;
}

export const surroundings = (): Surroundings => ({
  online: navigator.onLine,
  visible: document.visibilityState === 'visible',
});

/** Calls on every change of either; the answer stops it. */
export function watchSurroundings(onChange: (now: Surroundings) => void): () => void {
  const stop = new AbortController();
  const tell = () => onChange(surroundings());
  for (const name of ['online', 'offline', 'pageshow']) addEventListener(name, tell, { signal: stop.signal });
  document.addEventListener('visibilitychange', tell, { signal: stop.signal });
  return () => stop.abort();
}

/** What the browser says it is. */
export const userAgent = (): string => navigator.userAgent;

/** A path of this application as another device reaches it. */
export const pageUrl = (path: string): string => `${location.origin}${path}`;

/** The IANA time zone that the device is set to. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
