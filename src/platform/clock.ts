import type { Instant } from '#domain/time.ts';
import { instant } from '#domain/time.ts';

/** The only code that reads the device's clocks. */
export interface DeviceClock {
  /** Wall clock, for display only, never for decisions. */
  now(): Instant;
  /** Monotonic milliseconds since this page started. */
  mono(): number;
}

export const deviceClock: DeviceClock = {
  now: () => instant(Date.now()),
  mono: () => performance.now(),
};

/** Calls once after `ms`. Returns the function that cancels it. */
export function wakeIn(ms: number, wake: () => void): () => void {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
}

/** Calls every `ms`. Returns the function that stops it. */
export function every(ms: number, call: () => void): () => void {
  const timer = setInterval(call, ms);
  return () => clearInterval(timer);
}
