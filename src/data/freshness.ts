import { create } from 'zustand';

/** How much the board can be trusted: socket up or not, and when the server last confirmed it (a board cannot lie). */
interface Freshness {
  readonly connected: boolean;
  /** Monotonic ms of the last confirmation in this page, null before the first. */
  readonly confirmedAt: number | null;
}

export const useFreshness = create<Freshness>(() => ({ connected: false, confirmedAt: null }));

export const setConnected = (connected: boolean): void => useFreshness.setState({ connected });
export const setConfirmed = (at: number | null): void => useFreshness.setState({ confirmedAt: at });
