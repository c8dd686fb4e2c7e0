/** Whether this browser can show the page without its own frame; iPhones cannot. */
export const canFullScreen = (): boolean => document.fullscreenEnabled;

export const isFullScreen = (): boolean => document.fullscreenElement !== null;

/** Browsers allow it inside a touch or key alone; false when this one refused. */
export const enterFullScreen = (): Promise<boolean> =>
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).then(
    () => true,
    () => false,
  );

export const leaveFullScreen = (): Promise<void> =>
  isFullScreen() ? document.exitFullscreen().catch(() => {}) : Promise.resolve();

/** Calls on every change; the answer stops it. */
export function watchFullScreen(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Full screen at the first touch that allows it, once; the answer gives up waiting. */
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
