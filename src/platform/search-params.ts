/** The search parameters with which the page was loaded. Each can be taken once. */
const atStart = new URLSearchParams(location.search);

/** The search parameter with which the page was loaded; null without it, and from the second call on. */
export function takeStartParam(name: string): string | null {
  const value = atStart.get(name);
  atStart.delete(name);
  return value;
}

/** Sets search parameters; null removes one. Bypasses the router, which would treat the change as a navigation. */
export function setSearchParams(params: Iterable<readonly [string, string | null]>): void {
  const search = new URLSearchParams(location.search);
  const changed = [...params].filter(([name, value]) => search.get(name) !== value);
  if (changed.length === 0) return;
  for (const [name, value] of changed) {
    if (value === null) search.delete(name);
    else search.set(name, value);
  }
  const text = search.toString();
  const to = `${location.pathname}${text && `?${text}`}${location.hash}`;
  History.prototype.replaceState.call(history, history.state, '', to);
}
