/** Whether this browser supports full screen. iPhones do not. */
export const canFullScreen = (): boolean => document.fullscreenEnabled;

export const isFullScreen = (): boolean => document.fullscreenElement !== null;

/** Enters full screen. Browsers allow it only inside a tap or key press; resolves to false if refused. */
export const enterFullScreen = (): Promise<boolean> =>
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).then(
    () => true,
    () => false,
  );

export const leaveFullScreen = (): Promise<void> =>
  isFullScreen() ? document.exitFullscreen().catch(() => {}) : Promise.resolve();

/** Calls on every change. Returns the unsubscribe function. */
export function watchFullScreen(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Enters full screen at the first tap, once. Returns the function that stops waiting. */
export function fullScreenAtFirstTap(): () => void {
  const stop = new AbortController();
  if (canFullScreen() && !isFullScreen())
    addEventListener(
      'pointerup',
      () => {
        stop.abort();
        if (!isFullScreen()) void enterFullScreen();
      },
      { signal: stop.signal, passive: true },
    );
  return () => stop.abort();
}
