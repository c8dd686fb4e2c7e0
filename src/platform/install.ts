/** Chromium's event when the app can be installed. TypeScript's DOM types do not have it yet. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function set(next: InstallEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Call at the start of the page: the browser fires the event once, perhaps before any component listens. */
export function catchInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Prevents the browser's own install bar.
    event.preventDefault();
    if (isInstallEvent(event)) set(event);
  });
  addEventListener('appinstalled', () => set(null));
}

export const installOffered = (): boolean => offer !== null;

/** Calls on every change of the offer. Returns the unsubscribe function. */
export function watchInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows the browser's install prompt; call it inside a tap. 'gone': there is no offer, so the person must install by
 * hand.
 */
export async function install(): Promise<'accepted' | 'dismissed' | 'gone'> {
  const event = offer;
  if (!event) return 'gone';
  // An offer works only once.
  set(null);
  return event.prompt().then(
    ({ outcome }) => outcome,
    () => 'gone',
  );
}

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The platform, for instructions to install by hand. Safari on the iPad identifies as a Mac, but supports touch. */
export function installPlatform(): 'ios' | 'android' | 'desktop' {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'desktop';
}
