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
  /** Queues a receipt. Repeated receipts of the same order and stage are ignored. */
  add(orderId: number, stage: ReceiptStage): void;
  /** The order no longer waits: drops its receipts after a failed try. */
  forget(orderId: number): void;
  /** The network is back: retries now. */
  wake(): void;
  stop(): void;
}

/** Receipts within this time are sent in one request. */
const gatherMs = 400;
const againMs = [2_000, 5_000, 15_000, 60_000] as const;
/** The maximum queue length. A device that is offline for a night keeps the newest receipts. */
const queueMax = 1_000;
const toldMax = 4_000;

/**
 * Reports to the server which orders this device received and showed: in batches, with retries, and with a bounded
 * queue.
 */
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
      // A final refusal: the orders no longer exist, or this person has no right to report.
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
      // Without a failure the receipt leaves within a moment, and the server keeps it for the record.
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
