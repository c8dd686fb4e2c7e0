import { useEffect, useState } from 'react';
import { wakeIn } from '#platform/clock.ts';
import { afterFirstPaint } from '#platform/frames.ts';
import { savesData, whenQuiet } from '#platform/idle.ts';
import { reloadStyles } from '#platform/styles.ts';

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

/**
 * Loads the dialogs of the screen that was just painted: a tap on one must not wait for the network, nor find it gone.
 * Returns the function that cancels it before the paint.
 */
export const preloadAfterPaint = (loads: readonly (() => Promise<unknown>)[]): (() => void) =>
  afterFirstPaint(() => void Promise.allSettled(loads.map((load) => load())));

/**
 * Loads optional modules when the network is quiet, so that their first tap does not wait for it and works offline.
 * Loads nothing for a person who saves data: then the tap loads it. `after` is called after all of them, loaded or not.
 */
export function preloadWhenQuiet(loads: readonly (() => Promise<unknown>)[], after: () => void = () => {}): void {
  whenQuiet(() => void Promise.allSettled(savesData() ? [] : loads.map((load) => load())).then(after));
}
