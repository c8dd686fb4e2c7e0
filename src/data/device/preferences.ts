import { isObject } from '#domain/unknown.ts';
import { create } from 'zustand';
import { localRecord } from '#platform/local-record.ts';

/** Stored per device, not per user (docs/screens.md). */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark';
  /** Size of all text, in percent of the browser's. */
  readonly textPercent: number;
  /** The screen stays awake while the app is open. */
  readonly keepAwake: boolean;
  /** Size of the cards on the board, in percent. */
  readonly boardZoom: number;
  /** The theme of a kitchen screen, independent of `theme`. */
  readonly kioskTheme: 'light' | 'dark';
  readonly singleKeys: boolean;
  /** null: open if the screen is wide enough. */
  readonly sideColumnOpen: boolean | null;
  /** Of the paper on which the browser prints receipts, in millimetres. */
  readonly paperWidth: 80 | 58;
}

const defaults: Preferences = {
  // A wide board hangs on a wall or in a kitchen. The frame in the page has the same rule (ui/theme/tokens).
  theme: matchMedia('(width >= 1600px)').matches ? 'dark' : 'auto',
  textPercent: 100,
  keepAwake: false,
  boardZoom: 100,
  kioskTheme: 'dark',
  singleKeys: true,
  sideColumnOpen: null,
  paperWidth: 80,
};

const isPreferences = (value: unknown): value is Partial<Preferences> => isObject(value);

const record = localRecord<Partial<Preferences>>('preferences', 1, isPreferences);

export const usePreferences = create<Preferences>(() => ({ ...defaults, ...record.read() }));

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...usePreferences.getState(), ...change };
  record.write(next);
  usePreferences.setState(next);
}
