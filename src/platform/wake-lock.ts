import { watchSurroundings } from './surroundings.ts';

/** on: the screen stays awake; off: not now, tried again later; unsupported: this browser cannot do it. */
export type Wakefulness = 'on' | 'off' | 'unsupported';

/** Whether this browser can keep the screen awake. */
export const canKeepAwake = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen awake until the returned function is called. The browser releases the lock when the page is hidden
 * (another tab, a locked device), so it is requested again each time the page becomes visible. After a refusal (battery
 * saver) it is requested again at the next tap.
 */
export function keepAwake(onChange: (now: Wakefulness) => void): () => void {
  if (!canKeepAwake()) {
    onChange('unsupported');
    return () => {};
  }
  const { wakeLock } = navigator;
  const stop = new AbortController();
  let held: WakeLockSentinel | null = null;
  let asking = false;

  const take = async (): Promise<void> => {
    if (held || asking || stop.signal.aborted || document.visibilityState !== 'visible') return;
    asking = true;
    try {
      const lock = await wakeLock.request('screen');
      // The caller stopped it during the request.
      if (stop.signal.aborted) return void lock.release();
      held = lock;
      lock.addEventListener('release', () => {
        held = null;
        if (stop.signal.aborted) return;
        onChange('off');
        void take();
      });
      onChange('on');
    } catch {
      onChange('off');
    } finally {
      asking = false;
    }
  };

  const unwatch = watchSurroundings(({ visible }) => {
    if (visible) void take();
  });
  addEventListener('pointerdown', () => void take(), { signal: stop.signal, passive: true });
  void take();
  return () => {
    stop.abort();
    unwatch();
    void held?.release();
  };
}
