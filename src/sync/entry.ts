/**
 * What the outbox holds. Intent, not state: a command with a client-made id, never a whole entity (offline engine, principle 2).
 */
export interface Entry {
  /** Order of enqueueing on this device; decides every "before" (principle 5). */
  readonly seq: number;
  /** UUIDv7, the Idempotency-Key: the same for every try. */
  readonly cmdId: string;
  readonly actor: number;
  readonly deviceId: string;
  /** Versioned name, 'order.status/1'. */
  readonly type: string;
  /** One FIFO and one request in flight per lane: 'order:UID'. */
  readonly lane: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: unknown;
  /** What the person saw when tapping; shown when the server refuses. */
  readonly seen: string | null;
  /** Compare-and-set on a revision, or "after my own command", or neither (a creation). */
  readonly base: { readonly rev: number } | { readonly after: string } | null;
  /** The command of another entity, earlier in the lane, that this one needs: refused with it. */
  readonly dependsOn: string | null;
  readonly state: 'queued' | 'sending';
  readonly attempts: number;
  /** The device's engine time in ms when it was queued; wall clocks do not count. */
  readonly enqueuedAt: number;
  readonly ttlMs: number;
  readonly batchId: string | null;
  /** Waits for a person (poison) or for a version that knows it (unreadable); its lane waits with it. */
  readonly held: 'poison' | 'unreadable' | null;
  /**
   * Too old or discarded, but it may have reached the server: the server is asked what became of it, and from then on
   * never applies it. A command that never left needs no asking.
   */
  readonly settling: 'expired' | 'discarded' | null;
}

export type RefusalKind = 'refused' | 'expired';

/** A command that ended without being applied: it stays on the rejected list until the person has dealt with it. */
export interface RejectedCommand {
  readonly entry: Entry;
  readonly kind: RefusalKind;
  readonly code: string;
  readonly message: string;
  /** What the server had instead (a status), who moved it and when (ISO); null where it did not say. */
  readonly found: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

/** The last thing the server said about something. `ver` never goes back (I8). */
export interface Snapshot {
  readonly type: string;
  readonly id: string;
  readonly ver: number;
  readonly body: unknown;
}

export interface ServerRefusal {
  readonly code: string;
  readonly message: string;
  readonly found: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

/** How one try ended (offline engine, Failures). */
export type SendOutcome =
  | { readonly kind: 'applied'; readonly snapshots: readonly Snapshot[] }
  /** `fault`: the server answered, but with a 5xx; again and again on one command that is poison. */
  | { readonly kind: 'unknown'; readonly retryAfterMs: number | null; readonly fault: boolean }
  /** This version of the app does not know the command; nothing left the device. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'auth'; readonly generation: number }
  | ({ readonly kind: 'refused'; readonly snapshots: readonly Snapshot[] } & ServerRefusal);

/** A tap. `type` names a registered command; `seen` is the value of its register that the person saw. */
export interface Request {
  readonly type: string;
  readonly lane: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: unknown;
  readonly seen: string | null;
  readonly batchId?: string;
}
