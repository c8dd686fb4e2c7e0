/** Messages between the tabs of one device; never decides anything, only saves waiting. */
export function openTabChannel(name: string, onMessage: () => void): { post(): void; close(): void } {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', onMessage);
  return { post: () => channel.postMessage(null), close: () => channel.close() };
}

/** Holds the lock while it can; `onLead(true)` when this tab got it. The answer gives it up. */
export function leadWhilePossible(name: string, onLead: (leads: boolean) => void): () => void {
  const stop = new AbortController();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    .request(name, { signal: stop.signal }, () => {
      onLead(true);
      return held;
    })
    // Given up before it was granted.
    .catch(() => onLead(false));
  return () => {
    onLead(false);
    stop.abort();
    release();
  };
}
