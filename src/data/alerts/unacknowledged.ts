import { create } from 'zustand';

/** Orders of the open store that show an edge until a person acknowledges them. alert-memory stores them on disk. */
export const useUnacknowledged = create<{ readonly uids: ReadonlySet<string> }>(() => ({ uids: new Set() }));

const listeners = new Set<(uid: string) => void>();

/** Calls the listener for every order that a person acknowledges on this device. Returns the unsubscribe function. */
export function onAcknowledge(listener: (uid: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Removes the edge of these orders. */
export function forgetEdges(uids: readonly string[]): void {
  const { uids: all } = useUnacknowledged.getState();
  if (!uids.some((uid) => all.has(uid))) return;
  useUnacknowledged.setState({ uids: new Set([...all].filter((uid) => !uids.includes(uid))) });
}

/** A person has looked at the order on this device: opened it, moved it, or answered its notice. */
export function acknowledgeOrder(uid: string): void {
  forgetEdges([uid]);
  for (const listener of listeners) listener(uid);
}
