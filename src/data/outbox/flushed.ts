import { wakeIn } from '#platform/clock.ts';

/** The part of an engine that `flushed` needs. */
interface Flushable {
  wake(): void;
  getView(): { readonly pending: readonly unknown[] };
  subscribe(listener: () => void): () => void;
}

/**
 * Wakes the engines and waits until nothing is pending, `ms` have passed or `given` aborts. `onLeft` gets the pending
 * count.
 */
export function flushed(
  engines: readonly Flushable[],
  ms: number,
  onLeft: (left: number) => void,
  given: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const end = (): void => {
      for (const stop of stops) stop();
      resolve();
    };
    const look = (): void => {
      const left = engines.reduce((sum, engine) => sum + engine.getView().pending.length, 0);
      onLeft(left);
      if (left === 0) end();
    };
    given.addEventListener('abort', end);
    stops.push(
      wakeIn(ms, end),
      () => given.removeEventListener('abort', end),
      ...engines.map((engine) => engine.subscribe(look)),
    );
    for (const engine of engines) engine.wake();
    look();
  });
}
