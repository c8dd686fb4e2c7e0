/**
 * The fragment of the address, without '#', which is wiped at once: what it carries must not stay in the address bar nor
 * in the history. Past the router, which would take the change for a navigation.
 */
export function takeFragment(): string {
  const fragment = location.hash.slice(1);
  if (fragment !== '')
    History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}`);
  return fragment;
}
