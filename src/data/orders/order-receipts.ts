import type { ReceiptStage } from '#domain/alerts.ts';
import { receiptsMax } from '#domain/limits.ts';
import type { Instant } from '#domain/time.ts';
import { isoFromInstant } from '#domain/time.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';

interface Waiting {
  readonly order_id: number;
  readonly stage: ReceiptStage;
  readonly at: Instant;
}

export interface ReceiptPorts {
  /** POST /store/{id}/orders/receipts. */
  readonly send: (receipts: { order_id: number; stage: ReceiptStage; at: string }[]) => Promise<void>;
  readonly now: () => Instant;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
}

export interface ReceiptQueue {
  /** The first time that this page says it counts; later ones are ignored. */
  add(orderId: number, stage: ReceiptStage): void;
  /** It does not wait any more: what could not be sent about it is of no use now. */
  forget(orderId: number): void;
  /** The network is back: nobody waits for the next try. */
  wake(): void;
  stop(): void;
}

/** Stages of one moment travel together. */
const gatherMs = 400;
const againMs = [2_000, 5_000, 15_000, 60_000] as const;
/** A device that is offline for a night keeps what it saw last. */
const queueMax = 1_000;
const toldMax = 4_000;

/** Tells the server what this device saw: in batches, again after a failure, and never more than it can hold. */
export function openReceiptQueue({ send, now, wakeIn }: ReceiptPorts): ReceiptQueue {
  const queue = new Map<string, Waiting>();
  const told = new Set<string>();
  let failures = 0;
  let sending = false;
  let stopped = false;
  let cancel: (() => void) | null = null;

  const schedule = (ms: number): void => {
    if (stopped || sending || cancel !== null || queue.size === 0) return;
    cancel = wakeIn(ms, () => {
      cancel = null;
      void flush();
    });
  };
  const dropOldest = (all: Map<string, unknown> | Set<string>, max: number): void => {
    for (const key of all.keys()) {
      if (all.size <= max) return;
      all.delete(key);
    }
  };

  async function flush(): Promise<void> {
    const batch = [...queue].slice(0, receiptsMax);
    if (batch.length === 0) return;
    sending = true;
    try {
      await send(batch.map(([, s]) => ({ order_id: s.order_id, stage: s.stage, at: isoFromInstant(s.at) })));
      failures = 0;
      for (const [key] of batch) queue.delete(key);
    } catch (error) {
      // Refused for good: these orders are gone, or this person may not tell.
      if (error instanceof ApiFailure && classOf(error) === 'refused') for (const [key] of batch) queue.delete(key);
      else failures += 1;
    } finally {
      sending = false;
      schedule(failures === 0 ? 0 : (againMs[Math.min(failures, againMs.length) - 1] ?? gatherMs));
    }
  }

  return {
    add(order_id, stage) {
      const key = `${order_id} ${stage}`;
      if (told.has(key)) return;
      told.add(key);
      queue.set(key, { order_id, stage, at: now() });
      dropOldest(told, toldMax);
      dropOldest(queue, queueMax);
      schedule(gatherMs);
    },
    forget(orderId) {
      // Without a failure it is on its way within a moment, and who saw an order is worth knowing afterwards.
      if (failures === 0) return;
      for (const [key, { order_id }] of queue) if (order_id === orderId) queue.delete(key);
    },
    wake() {
      if (failures === 0) return;
      cancel?.();
      cancel = null;
      schedule(0);
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
