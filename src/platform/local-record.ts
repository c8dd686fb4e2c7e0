import { isObject } from '#domain/unknown.ts';

/**
 * Small synchronous records that the first paint needs (session, last store, theme). A record of another version or
 * shape counts as absent. If the storage is blocked (private windows), nothing is stored.
 */
export interface LocalRecord<T> {
  read(): T | null;
  write(value: T): void;
  clear(): void;
  /** Calls when another tab changes the record. Returns the unsubscribe function. */
  watch(onChange: () => void): () => void;
}

export function localRecord<T>(name: string, version: number, is: (value: unknown) => value is T): LocalRecord<T> {
  const key = `marche:${name}`;
  return {
    read() {
      try {
        const raw: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        if (!isObject(raw) || raw['v'] !== version || !('value' in raw)) return null;
        return is(raw['value']) ? raw['value'] : null;
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify({ v: version, value }));
      } catch {
        // Full or blocked: the record is optional, the databases hold the important data.
      }
    },
    clear() {
      try {
        localStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
    watch(onChange) {
      const stop = new AbortController();
      const hear = (event: StorageEvent): void => {
        if (event.key === key) onChange();
      };
      addEventListener('storage', hear, { signal: stop.signal });
      return () => stop.abort();
    },
  };
}

/** localStorage for libraries that need the object; undefined if the browser blocks it. */
export function localStorageOrNone(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
