import type { Instant } from '#domain/time.ts';
import { instant } from '#domain/time.ts';

/** The only reader of the device's clocks. */
export interface DeviceClock {
  /** Wall clock: for showing, never for deciding. */
  now(): Instant;
  /** Monotonic milliseconds since this page started. */
  mono(): number;
}

export const deviceClock: DeviceClock = {
  now: () => instant(Date.now()),
  mono: () => performance.now(),
};

/** Calls once after `ms`; the answer cancels it. */
export function wakeIn(ms: number, wake: () => void): () => void {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
}

/** Calls every `ms`; the answer stops it. */
export function every(ms: number, call: () => void): () => void {
  const timer = setInterval(call, ms);
  return () => clearInterval(timer);
}
