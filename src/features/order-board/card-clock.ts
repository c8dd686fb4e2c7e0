import { useSyncExternalStore } from 'react';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { CardTimer } from '#domain/order-timer.ts';
import type { Order } from '#domain/order.ts';
import { cardTimer } from '#domain/order-timer.ts';
import { deviceClock, every } from '#platform/clock.ts';
import { timerLabel } from '#texts/time.ts';

const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

function tell(): void {
  for (const listener of listeners) listener();
}

/** One interval of 60 s for all cards, running only while there are listeners (B-45). */
export function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= every(kanbanTimerMs, tell);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

/** A card's current timer; the card renders only when kind or text changes. */
export function useCardTimer(
  order: Pick<Order, 'status' | 'is_scheduled' | 'ready_by' | 'created_at'>,
  zone: string,
): { readonly kind: CardTimer['kind']; readonly text: string } {
  const kind = useSyncExternalStore(onMinute, () => cardTimer(order, deviceClock.now()).kind);
  const text = useSyncExternalStore(onMinute, () => {
    const now = deviceClock.now();
    return timerLabel(cardTimer(order, now), now, zone);
  });
  return { kind, text };
}
