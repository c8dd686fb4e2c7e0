import { create } from 'zustand';

/** Orders of the open store whose card keeps its edge until somebody touches it; alert-memory keeps them on disk. */
export const useUnacknowledged = create<{ readonly uids: ReadonlySet<string> }>(() => ({ uids: new Set() }));

const listeners = new Set<(uid: string) => void>();

/** Calls with every order that somebody touches on this device; the answer stops it. */
export function onAcknowledge(listener: (uid: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Their edge goes away. */
export function forgetEdges(uids: readonly string[]): void {
  const { uids: all } = useUnacknowledged.getState();
  if (!uids.some((uid) => all.has(uid))) return;
  useUnacknowledged.setState({ uids: new Set([...all].filter((uid) => !uids.includes(uid))) });
}

/** Somebody has looked at the order here: opened it, moved it, or answered its notice. */
export function acknowledgeOrder(uid: string): void {
  forgetEdges([uid]);
  for (const listener of listeners) listener(uid);
}
