import { useCart } from '#data/cart/cart-store.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { announceReload, offerUpdate } from '#data/device/updates.ts';
import { every, wakeIn } from '#platform/clock.ts';
import { registerWorker } from '#platform/worker-updates.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

const idleMs = 60_000;
const lookEveryMs = 5_000;
const noticeMs = 1_500;

/** Nothing that a reload could disturb: no order being taken, nothing open, nothing on its way. */
const isQuiet = (): boolean =>
  useCart.getState().cart === null &&
  !hasOpenOverlay() &&
  (useEngine
    .getState()
    .current?.engine.getView()
    .pending.every((e) => e.state !== 'sending') ??
    true);

/**
 * Service worker and updates (F-08, F-11, offline engine, Updates): a new version waits; it is applied on a tap, or by itself
 * after a minute without input while nothing could be disturbed. Never in the middle of something.
 */
export function startUpdates(): void {
  let idleFor = 0;
  let waiting: (() => void) | null = null;
  let accepted = false;
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, () => (idleFor = 0), { capture: true, passive: true });

  const offer = (apply: () => void): void => {
    waiting = () => {
      accepted = true;
      apply();
    };
    offerUpdate(waiting);
  };
  every(lookEveryMs, () => {
    idleFor += lookEveryMs;
    if (waiting && idleFor >= idleMs && isQuiet()) waiting();
  });
  void registerWorker({
    onWaiting: offer,
    onTakenOver() {
      // Accepted in another tab: this one may be in the middle of something, and its files are kept by the server.
      if (accepted || isQuiet()) reload();
      else offer(reload);
    },
  });
}

function reload(): void {
  announceReload();
  wakeIn(noticeMs, () => location.reload());
}
