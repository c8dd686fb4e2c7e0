const keyOf = (name: string): string => `marche:${name}`;

/** A note of this tab to itself, over reloads. A storage that refuses keeps nothing. */
export function setTabMark(name: string, on: boolean): void {
  try {
    if (on) sessionStorage.setItem(keyOf(name), '1');
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Then a reload does not know it.
  }
}

export function hasTabMark(name: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

/**
 * True the first time that this tab asks for the mark; from then on, reloads included, false. A storage that refuses
 * counts as asked before: what may happen once at most then does not happen.
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
