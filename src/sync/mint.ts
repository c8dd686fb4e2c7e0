import type { Entry } from './entry.ts';

export interface MintRequest {
  readonly cmdId: string;
  readonly actor: number;
  readonly deviceId: string;
  readonly type: string;
  readonly lane: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: unknown;
  readonly seen: string | null;
  /** The revision of the register that the person saw; null for a creation. */
  readonly rev: number | null;
  readonly ttlMs: number;
  readonly batchId: string | null;
  /** The next one of the same type stands for a predecessor that never left. */
  readonly replacesUnsent: boolean;
  /** True when, without that predecessor, nothing would be left to do (an undo before the first try). */
  readonly isNothingWithout: (predecessor: Entry) => boolean;
}

export interface MintPlan {
  readonly put: Entry | null;
  readonly remove: readonly Entry[];
}

/**
 * Decides inside the minting transaction what the disk will hold: the new command, or the new one instead of an unsent
 * one, or neither. `entries` is the outbox as read in that same transaction.
 */
export function planMint(entries: readonly Entry[], nextSeq: number, request: MintRequest): MintPlan {
  const lane = entries.filter((e) => e.lane === request.lane).toSorted((a, b) => a.seq - b.seq);
  const last = lane.at(-1);
  const unsent =
    last && request.replacesUnsent && last.type === request.type && last.state === 'queued' && last.attempts === 0
      ? last
      : null;
  if (unsent && request.isNothingWithout(unsent)) return { put: null, remove: [unsent] };
  const behind = unsent ? lane.at(-2) : last;
  const base = behind
    ? { after: behind.cmdId }
    : unsent
      ? unsent.base
      : request.rev === null
        ? null
        : { rev: request.rev };
  return {
    remove: unsent ? [unsent] : [],
    put: {
      seq: nextSeq,
      cmdId: request.cmdId,
      actor: request.actor,
      deviceId: request.deviceId,
      type: request.type,
      lane: request.lane,
      entityType: request.entityType,
      entityId: request.entityId,
      body: request.body,
      seen: unsent ? unsent.seen : request.seen,
      base,
      state: 'queued',
      attempts: 0,
      ageMs: 0,
      ttlMs: request.ttlMs,
      batchId: request.batchId,
    },
  };
}
