import { useEffect } from 'react';
import { usePreferences } from '#data/device/preferences.ts';
import { keepAwake } from '#platform/wake-lock.ts';

/** Keeps the screen awake where the device is set so (G1). A kitchen screen does it always. */
export function AwakeScreen(): null {
  const awake = usePreferences((p) => p.keepAwake);
  useEffect(() => (awake ? keepAwake(() => {}) : undefined), [awake]);
  return null;
}
