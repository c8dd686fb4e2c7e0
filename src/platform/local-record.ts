/**
 * Small synchronous records that must be there before the first paint (who is logged in, last store, theme). Versioned:
 * a record of another version or shape counts as absent. Storage may be refused (private windows): then nothing is kept.
 */
export interface LocalRecord<T> {
  read(): T | null;
  write(value: T): void;
  clear(): void;
  /** Calls when another tab has changed it; the answer stops it. */
  watch(onChange: () => void): () => void;
}

export function localRecord<T>(name: string, version: number, is: (value: unknown) => value is T): LocalRecord<T> {
  const key = `marche:${name}`;
  return {
    read() {
      try {
        const raw: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        if (typeof raw !== 'object' || raw === null || !('v' in raw) || raw.v !== version || !('value' in raw))
          return null;
        return is(raw.value) ? raw.value : null;
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify({ v: version, value }));
      } catch {
        // Full or refused: the record is a convenience, the databases hold what matters.
      }
    },
    clear() {
      try {
        localStorage.removeItem(key);
      } catch {
        // Same as above.
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

/** localStorage for libraries that want it whole; undefined where the browser refuses it. */
export function localStorageOrNone(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
