import { useEffect, useState } from 'react';
import type { Instant } from '#domain/time.ts';
import { deviceClock, every } from '#platform/clock.ts';

/** The device's wall clock, updated every `everyMs`. */
export function useNow(everyMs: number): Instant {
  const [now, setNow] = useState(() => deviceClock.now());
  useEffect(() => every(everyMs, () => setNow(deviceClock.now())), [everyMs]);
  return now;
}
