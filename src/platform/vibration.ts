/** One short vibration, where the device has a motor and the browser allows it. */
export function vibrate(ms: number): void {
  if ('vibrate' in navigator) navigator.vibrate(ms);
}
