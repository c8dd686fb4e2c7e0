/** One short vibration, where the device has a motor. A browser refuses it, with an error, until the page was touched. */
export function vibrate(ms: number): void {
  if ('vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(ms);
}
