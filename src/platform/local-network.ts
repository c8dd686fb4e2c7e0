/**
 * Whether the browser lets a page reach programs of this computer: since Chrome 147 it asks for websockets too. 'free':
 * this browser or this page needs no permission.
 */
export type LocalNetwork = 'free' | 'granted' | 'prompt' | 'denied';

/** The permission's names, which changed over the versions; one grant covers them all. */
const names = ['local-network-access', 'loopback-network', 'local-network'];

/** Asks nothing of the person. */
export async function localNetwork(): Promise<LocalNetwork> {
  // A page of this computer, or one over http, is never asked.
  if (!window.isSecureContext || location.hostname === 'localhost' || !('permissions' in navigator)) return 'free';
  for (const name of names) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- newer than the types of the DOM
    const state = await navigator.permissions.query({ name: name as PermissionName }).then(
      (status) => status.state,
      () => null,
    );
    if (state !== null) return state;
  }
  return 'free';
}
