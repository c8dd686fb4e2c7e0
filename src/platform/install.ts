/** What Chromium hands over when the app may be installed; not yet in TypeScript's DOM. */
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

/** From the start of the page: the browser offers once, maybe before anybody is interested. */
export function catchInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would come at a moment of its choosing.
    event.preventDefault();
    if (isInstallEvent(event)) set(event);
  });
  addEventListener('appinstalled', () => set(null));
}

export const installOffered = (): boolean => offer !== null;

/** Calls on every change of the offer; the answer stops it. */
export function watchInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser's own question, from inside a tap. 'gone' = there is no offer, so it has to be done by hand. */
export async function install(): Promise<'accepted' | 'dismissed' | 'gone'> {
  const event = offer;
  if (!event) return 'gone';
  // An offer can be used once.
  set(null);
  return event.prompt().then(
    ({ outcome }) => outcome,
    () => 'gone',
  );
}

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** How an app is installed by hand here. Safari on the iPad calls itself a Mac, with fingers. */
export function installPlatform(): 'ios' | 'android' | 'desktop' {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'desktop';
}
