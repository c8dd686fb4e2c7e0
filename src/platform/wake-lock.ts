import { watchSurroundings } from './surroundings.ts';

/** on: the screen will not sleep · off: not now, tried again · unsupported: this browser cannot. */
export type Wakefulness = 'on' | 'off' | 'unsupported';

/**
 * Keeps the screen from sleeping until the answer is called. The browser takes the lock away whenever the page is
 * hidden (another tab, a locked device), so it is taken again each time that the page is seen, and at the next touch
 * when it was refused (battery saver).
 */
export function keepAwake(onChange: (now: Wakefulness) => void): () => void {
  if (!('wakeLock' in navigator)) {
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
      // Stopped, or hidden again, while it was asked for.
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
