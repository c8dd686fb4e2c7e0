import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { every } from '#platform/clock.ts';
import { reloadStyles } from '#platform/styles.ts';
import { ErrorPanel } from '#ui/feedback/panels.tsx';
import { uiTexts } from '#ui/texts.ts';
import { isMissingPart } from './missing-part.ts';

const againMs = 15_000;

/**
 * Stands where a screen would be whose file could not be loaded, inside the frame of the store (F-11). Any other crash
 * goes on to the page of the root.
 */
export function MissingScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async (): Promise<void> => {
    setRetrying(true);
    const parts = router.state.matches.map((match) => router.loadRouteChunk(router.routesById[match.routeId]));
    const [styles] = await Promise.allSettled([reloadStyles(), ...parts]);
    setRetrying(false);
    // Code that is missing again throws again, which shows this anew.
    if (styles.status === 'fulfilled') reset();
  };
  useEffect(() => {
    // Nobody taps at a kitchen screen.
    if (!useKiosk.getState().active) return undefined;
    return every(againMs, () => void retry());
  });
  if (!isMissingPart(error)) throw error;
  return <ErrorPanel message={uiTexts.missingScreen} retrying={retrying} onRetry={() => void retry()} />;
}
