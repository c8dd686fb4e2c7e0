const listeners = new Set<() => void>();

/** Calls the listener when this device has taken cash, after the server has stored it. Returns the unsubscribe function. */
export function onCashTaken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellCashTaken(): void {
  for (const listener of listeners) listener();
}
