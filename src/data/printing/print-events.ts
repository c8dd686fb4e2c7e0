type PrintListener = (name: string, payload: unknown) => void;

const listeners = new Set<PrintListener>();

/**
 * Calls the listener for each event about printing of the open store: `print-updated`, and `printpoint-{id}`.
 * Returns the unsubscribe function.
 */
export function onPrintEvent(listener: PrintListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Handles an event from the feed. */
export function tellPrintEvent(name: string, payload: unknown): void {
  for (const listener of listeners) listener(name, payload);
}
