const withoutIdleMs = 2_000;

/** Calls when the browser has nothing better to do; Safari, which does not say, gets a while after the start. */
export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 10_000 });
  else setTimeout(call, withoutIdleMs);
}
