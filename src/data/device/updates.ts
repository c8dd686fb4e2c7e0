import { create } from 'zustand';

/** A waiting newer version of the app. `apply` activates it (F-11). */
interface Updates {
  readonly apply: (() => void) | null;
  /** The new version is active and the page is about to reload. */
  readonly reloading: boolean;
}

export const useUpdates = create<Updates>(() => ({ apply: null, reloading: false }));

export const offerUpdate = (apply: () => void): void => useUpdates.setState({ apply });
export const announceReload = (): void => useUpdates.setState({ reloading: true });
