const quietMs = 2_000;
const withoutIdleMs = 2_000;
/** A page that receives something all the time, such as pictures or a stream of events, gets its other parts then. */
const neverQuietMs = 60_000;

let underWay = 0;

/** Counts a request until it ends. While one is under way, the network is not quiet. */
export function countRequest<T>(request: Promise<T>): Promise<T> {
  underWay += 1;
  return request.finally(() => {
    underWay -= 1;
  });
}

let quiet: Promise<void> | null = null;

/** Resolves once, when this page has received nothing for 2 s and waits for no answer, or after a minute. */
const networkQuiet = (): Promise<void> =>
  (quiet ??= new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      clearTimeout(latest);
      observer.disconnect();
      resolve();
    };
    const done = (): void => (underWay > 0 ? again() : stop());
    const latest = setTimeout(stop, neverQuietMs);
    let timer = setTimeout(done, quietMs);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    };
    const observer = new PerformanceObserver(again);
    observer.observe({ type: 'resource' });
  }));

/**
 * Calls when the network has been quiet, or after a minute, and the browser is idle: for what no screen waits for. A
 * browser is idle while its network is slow, so idleness alone would compete with the first screen. Safari lacks the
 * idle callback, so there it calls after a fixed delay.
 */
export function whenQuiet(call: () => void): void {
  void networkQuiet().then(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 10_000 });
    else setTimeout(call, withoutIdleMs);
  });
}

const idleWithinMs = 1_000;
/** Who has just tapped will tap again. */
const untouchedMs = 1_000;
/** A person who never stops gets the other parts all the same. */
const touchedAtMostMs = 10_000;

let lastTouch = Number.NEGATIVE_INFINITY;

/** Notes taps and keys, for `idleMoment`. Call it once. */
export function watchHands(): void {
  const note = (): void => {
    lastTouch = performance.now();
  };
  for (const type of ['pointerdown', 'click', 'keydown'])
    addEventListener(type, note, { capture: true, passive: true });
}

/**
 * Resolves when the page had no tap and no key for a second, and the browser is idle then. It waits at most ten seconds
 * for the first, and one for the second.
 */
export async function idleMoment(): Promise<void> {
  const began = performance.now();
  while (performance.now() - lastTouch < untouchedMs && performance.now() - began < touchedAtMostMs)
    await new Promise((resolve) => setTimeout(resolve, untouchedMs / 4));
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: idleWithinMs });
    else setTimeout(resolve, idleWithinMs / 5);
  });
}

/** True when the person has asked the browser to save data. Not every browser says so. */
export const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true;
