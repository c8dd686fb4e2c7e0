import { useEffect } from 'react';
import { useFreshness } from '#data/store/freshness.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { useUpdates } from '#data/device/device.ts';
import { deviceClock, every } from '#platform/clock.ts';
import { canLoadApp, lookForUpdate } from '#platform/worker.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import type { Moment } from './self-care.ts';
import { mayStartAfresh, mayUpdate } from './self-care.ts';

const lookEveryMs = 5_000;

const isSending = (): boolean =>
  useEngine
    .getState()
    .current?.engine.getView()
    .pending.some((e) => e.state === 'sending') ?? false;

/**
 * Keeps a kitchen screen running unattended. It takes an update when idle with nothing in flight, checks for one
 * whenever the server is back, and reloads once a night if the server is reachable.
 */
export function useSelfCare(zone: string): void {
  useEffect(() => {
    let touchedAt = deviceClock.mono();
    let starting = false;
    const stop = new AbortController();
    for (const name of ['pointerdown', 'keydown'])
      addEventListener(name, () => (touchedAt = deviceClock.mono()), {
        capture: true,
        passive: true,
        signal: stop.signal,
      });
    const look = (): void => {
      const mono = deviceClock.mono();
      const at: Moment = {
        idleMs: mono - touchedAt,
        openMs: mono,
        sending: isSending(),
        overlay: hasOpenOverlay(),
        now: deviceClock.now(),
        zone,
      };
      const { apply, reloading } = useUpdates.getState();
      if (reloading || starting) return;
      if (apply && mayUpdate(at)) return apply();
      if (!mayStartAfresh(at)) return;
      starting = true;
      void canLoadApp().then((can) => {
        starting = false;
        if (can) location.reload();
      });
    };
    const stopLooking = every(lookEveryMs, look);
    const stopListening = useFreshness.subscribe(({ connected }, before) => {
      if (connected && !before.connected) void lookForUpdate();
    });
    return () => {
      stop.abort();
      stopLooking();
      stopListening();
    };
  }, [zone]);
}
