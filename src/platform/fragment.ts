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
