import { useEffect, useState } from 'react';
import { wakeIn } from '#platform/clock.ts';
import { afterNextPaint } from '#platform/frames.ts';

/** Whether this part has been seen: what its first look does not need is loaded and rendered only then. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterNextPaint(() => setPainted(true)), []);
  return painted;
}

const againMs = 2_000;

/** Undefined when it cannot be loaded: `onMissingPart` keeps the import from rejecting, so that it may come as that. */
export const tryImport = <T>(load: () => Promise<T | undefined>): Promise<T | undefined> =>
  load().catch((): undefined => {});

/**
 * Loads what the screen can do without for a while, again and again until it is there: a server that is starting anew
 * must not break a screen for its smallest part.
 */
export async function importWithRetry<T>(load: () => Promise<T | undefined>): Promise<T> {
  const part = await tryImport(load);
  if (part !== undefined) return part;
  await new Promise<void>((resolve) => void wakeIn(againMs, resolve));
  return importWithRetry(load);
}
