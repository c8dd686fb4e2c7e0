import { wakeIn } from '#platform/clock.ts';

/** As much of an engine as waiting for it needs. */
interface Flushable {
  wake(): void;
  getView(): { readonly pending: readonly unknown[] };
  subscribe(listener: () => void): () => void;
}

/** Wakes them and waits until nothing is left, `ms` have passed or `given` up; `onLeft` hears how many are left. */
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
