import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Instant } from '#domain/time.ts';
import { deviceClock, every } from '#platform/clock.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';

/**
 * The device's own report of its network. It is a hint for texts and disabled buttons; it never causes data to be
 * dropped.
 */
interface Network {
  readonly online: boolean;
}

export const useNetwork = create<Network>(() => ({ online: surroundings().online }));

watchSurroundings(({ online }) => useNetwork.setState({ online }));

/** The device's wall clock, updated every `everyMs`. */
export function useNow(everyMs: number): Instant {
  const [now, setNow] = useState(() => deviceClock.now());
  useEffect(() => every(everyMs, () => setNow(deviceClock.now())), [everyMs]);
  return now;
}

/** A waiting newer version of the app. `apply` activates it (F-11). */
interface Updates {
  readonly apply: (() => void) | null;
  /** The new version is active and the page is about to reload. */
  readonly reloading: boolean;
}

export const useUpdates = create<Updates>(() => ({ apply: null, reloading: false }));

export const offerUpdate = (apply: () => void): void => useUpdates.setState({ apply });
export const announceReload = (): void => useUpdates.setState({ reloading: true });
