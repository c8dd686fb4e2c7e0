/**
 * A small record of this tab. It survives a reload and ends with the tab. A record of another shape counts as absent.
 * If the storage is blocked, nothing is stored.
 */
export interface TabRecord<T> {
  read(): T | null;
  write(value: T): void;
  clear(): void;
}

export function tabRecord<T>(name: string, is: (value: unknown) => value is T): TabRecord<T> {
  const key = `marche:${name}`;
  return {
    read() {
      try {
        const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
        return is(value) ? value : null;
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Full or blocked: the record is optional.
      }
    },
    clear() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
  };
}

/**
 * Returns true the first time in this tab, then false, even after a reload. Returns false if the storage is blocked, so
 * that the action is skipped rather than repeated.
 */
export function markOnce(name: string): boolean {
  const key = `marche:once:${name}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    return false;
  }
}
