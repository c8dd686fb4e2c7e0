import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';
import type { Entry } from '#sync/entry.ts';

/**
 * A bulk action: how many commands it queued, and which were refused. A command that left the outbox without a refusal
 * was applied.
 */
interface Batch {
  readonly total: number;
  readonly failed: readonly string[];
}

type Batches = Readonly<Record<string, Batch>>;

const kept = 20;

const isBatch = (value: unknown): value is Batch =>
  isObject(value) && typeof value['total'] === 'number' && Array.isArray(value['failed']);

const record = localRecord<Batches>(
  'batches',
  1,
  (value): value is Batches => isObject(value) && Object.values(value).every(isBatch),
);

const change = (batchId: string, to: (batch: Batch) => Batch): void => {
  const all = record.read() ?? {};
  const batch = all[batchId];
  if (batch) record.write({ ...all, [batchId]: to(batch) });
};

/** The batches that this page has started. */
const startedHere = new Set<string>();

export const isFromThisPage = (batchId: string): boolean => startedHere.has(batchId);

export function startBatch(batchId: string, total: number): void {
  startedHere.add(batchId);
  const others = Object.entries(record.read() ?? {}).slice(1 - kept);
  record.write({ ...Object.fromEntries(others), [batchId]: { total, failed: [] } });
}

/** Records the refused commands of a batch. They stay refused after the person dismisses them with "Entendido". */
export function noteRefused(rejected: readonly { readonly entry: Pick<Entry, 'batchId' | 'cmdId'> }[]): void {
  for (const { entry } of rejected) {
    const { batchId, cmdId } = entry;
    if (batchId === null || record.read()?.[batchId]?.failed.includes(cmdId) !== false) continue;
    change(batchId, (batch) => ({ ...batch, failed: [...batch.failed, cmdId] }));
  }
}

/** Removes discarded commands from the total of their batch. */
export function leaveBatch(discarded: readonly Pick<Entry, 'batchId'>[]): void {
  for (const { batchId } of discarded)
    if (batchId !== null) change(batchId, (batch) => ({ ...batch, total: batch.total - 1 }));
}

export interface BatchProgress {
  readonly applied: number;
  readonly refused: number;
  readonly waiting: number;
  readonly total: number;
}

/** "18 de 20"; null for a batch that this device has not stored. */
export function batchProgress(batchId: string, pending: readonly Pick<Entry, 'batchId'>[]): BatchProgress | null {
  const batch = record.read()?.[batchId];
  if (!batch) return null;
  const waiting = pending.filter((e) => e.batchId === batchId).length;
  const refused = batch.failed.length;
  return { total: batch.total, refused, waiting, applied: Math.max(0, batch.total - refused - waiting) };
}

export const forgetBatches = (): void => record.clear();
