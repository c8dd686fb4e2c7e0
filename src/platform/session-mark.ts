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
