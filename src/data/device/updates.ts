import { create } from 'zustand';

/** A newer version of the app that waits; `apply` hands over to it (F-11). */
interface Updates {
  readonly apply: (() => void) | null;
  /** The new version has taken over and the page is about to reload. */
  readonly reloading: boolean;
}

export const useUpdates = create<Updates>(() => ({ apply: null, reloading: false }));

export const offerUpdate = (apply: () => void): void => useUpdates.setState({ apply });
export const announceReload = (): void => useUpdates.setState({ reloading: true });
