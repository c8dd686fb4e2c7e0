/** Sets the number on the installed app's icon; 0 removes it. Does nothing where badges are not supported. */
export function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // The permission may be missing. The page title shows the number, too.
  done.catch(() => {});
}
