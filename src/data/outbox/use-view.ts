import { useSyncExternalStore } from 'react';
import { beforeNextPaint } from '#platform/frames.ts';
import type { Engine } from '#sync/engine.ts';
import type { View } from '#sync/view.ts';
import { useEngine } from './store-engine.ts';

const emptyView: View = { entities: new Map(), pending: [], rejected: [], cursors: {} };
const never = (): (() => void) => () => {};

/**
 * What `read` takes from the open store's view. Renders again only when that changes, so it has to be the same value, or
 * the same object, for the same view.
 */
export function useOfView<T>(read: (view: View) => T): T {
  const engine = useEngine((s) => s.current?.engine ?? null);
  return useSyncExternalStore(engine ? byFrameOf(engine) : never, () => read(engine?.getView() ?? emptyView));
}

type Subscribe = Engine['subscribe'];
const followed = new WeakMap<Engine, Subscribe>();

const byFrameOf = (engine: Engine): Subscribe => {
  const known = followed.get(engine) ?? byFrame(engine);
  followed.set(engine, known);
  return known;
};

/**
 * Tells a tap on this device at once. What the server answers and reports comes in several changes, and the screen takes
 * all of one frame together: each would render and paint it anew, in the way of the next tap.
 */
function byFrame(engine: Engine): Subscribe {
  const listeners = new Set<() => void>();
  let lastTap = lastSeq(engine.getView());
  let cancel: (() => void) | null = null;
  const tell = (): void => {
    cancel?.();
    cancel = null;
    for (const listener of listeners) listener();
  };
  const onChange = (): void => {
    const last = lastSeq(engine.getView());
    const tapped = last > lastTap;
    lastTap = Math.max(last, lastTap);
    if (tapped) tell();
    else cancel ??= beforeNextPaint(tell);
  };
  let stop = (): void => {};
  return (listener) => {
    if (listeners.size === 0) stop = engine.subscribe(onChange);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop();
      cancel?.();
      cancel = null;
    };
  };
}

const lastSeq = ({ pending }: View): number => pending.at(-1)?.seq ?? 0;
