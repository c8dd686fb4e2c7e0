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
