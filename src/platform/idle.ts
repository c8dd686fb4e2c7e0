const withoutIdleMs = 2_000;

/** Calls when the browser is idle. Safari lacks that API, so there it calls after a fixed delay. */
export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 10_000 });
  else setTimeout(call, withoutIdleMs);
}
