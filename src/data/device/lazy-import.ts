import { useEffect, useState } from 'react';
import { wakeIn } from '#platform/clock.ts';
import { afterFirstPaint } from '#platform/frames.ts';
import { idleMoment, savesData, watchHands, whenQuiet } from '#platform/idle.ts';
import { lacksStyles, reloadStyles } from '#platform/styles.ts';

/** False until the first paint. A component loads and renders then what its first paint does not need. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterFirstPaint(() => setPainted(true)), []);
  return painted;
}

const againMs = 2_000;

/** Resolves to undefined when the module cannot be loaded. */
export const tryImport = <T>(load: () => Promise<T>): Promise<T | undefined> => load().catch((): undefined => {});

/**
 * Loads an optional module and retries until it succeeds, so that a restarting server does not break the screen. Calls
 * `onFailure` after each failed try.
 */
export async function importWithRetry<T>(load: () => Promise<T>, onFailure: () => void = () => {}): Promise<T> {
  const part = await tryImport(load);
  if (part !== undefined) return part;
  onFailure();
  await new Promise<void>((resolve) => void wakeIn(againMs, resolve));
  await reloadStyles().catch(() => {});
  return importWithRetry(load, onFailure);
}

/** A screen without styles is better than none. */
const stylesWithinMs = 1_500;

/** Asks for the stylesheets that were lost, before a screen is shown that may need them. */
export async function stylesOfScreens(): Promise<void> {
  if (!lacksStyles()) return;
  await Promise.race([
    reloadStyles().catch(() => {}),
    new Promise<void>((resolve) => void wakeIn(stylesWithinMs, resolve)),
  ]);
}

/**
 * Loads the dialogs of the screen that was just painted: a tap on one must not wait for the network, nor find it gone.
 * Returns the function that cancels it before the paint.
 */
export const preloadAfterPaint = (loads: readonly (() => Promise<unknown>)[]): (() => void) =>
  afterFirstPaint(() => void Promise.allSettled(loads.map((load) => load())));

const atOnce = 4;

/**
 * Loads a few at a time, and none while a person taps: a tap must not wait until files are compiled. The mark in the browser's timeline says
 * when the page needs the network for no tap any more.
 */
async function preloadInTurn(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  watchHands();
  for (let n = 0; n < loads.length; n += atOnce) {
    await idleMoment();
    await Promise.allSettled(loads.slice(n, n + atOnce).map((load) => load()));
  }
  performance.mark('parts-loaded');
}

/**
 * Loads optional modules when the network is quiet, so that their first tap does not wait for it and works offline.
 * Loads nothing for a person who saves data: then the tap loads it. `after` is called after all of them, loaded or not.
 */
export function preloadWhenQuiet(loads: readonly (() => Promise<unknown>)[], after: () => void = () => {}): void {
  whenQuiet(() => void preloadInTurn(savesData() ? [] : loads).then(after));
}
