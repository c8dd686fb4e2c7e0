import { useCart } from '#data/cart/cart-store.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { announceReload, offerUpdate } from '#data/device/device.ts';
import { every, wakeIn } from '#platform/clock.ts';
import { registerWorker } from '#platform/worker-updates.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

const idleMs = 60_000;
const lookEveryMs = 5_000;
const noticeMs = 1_500;

/** True when a reload disturbs nothing: no order in the cart, no open overlay, no command in flight. */
const isQuiet = (): boolean =>
  useCart.getState().cart === null &&
  !hasOpenOverlay() &&
  (useEngine
    .getState()
    .current?.engine.getView()
    .pending.every((e) => e.state !== 'sending') ??
    true);

const isTyping = (): boolean => document.activeElement?.matches('input, textarea') === true;

/**
 * Registers the service worker and handles updates (F-08, F-11, offline engine, Updates). A new version waits for a
 * tap, or for a minute without input while a reload disturbs nothing.
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
      // The user accepted the update in another tab. This tab may be in use, and the server keeps its files, so it can
      // wait.
      if (accepted || (isQuiet() && !isTyping())) reload();
      else offer(reload);
    },
  });
}

function reload(): void {
  announceReload();
  wakeIn(noticeMs, () => location.reload());
}
