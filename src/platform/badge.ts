/** The number on the icon of the installed app; 0 takes it away. Where there is none, nothing happens. */
export function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // Refused for want of a permission: the title has the number too.
  done.catch(() => {});
}
