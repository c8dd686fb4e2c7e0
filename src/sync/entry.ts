/**
 * A command in the outbox. It holds intent, not state: a client-made id and arguments, never a whole entity (offline
 * engine, principle 2).
 */
export interface Entry {
  /** Order of enqueueing on this device; it decides every "before" (principle 5). */
  readonly seq: number;
  /** UUIDv7, sent as Idempotency-Key: the same for every try. */
  readonly cmdId: string;
  readonly actor: number;
  readonly deviceId: string;
  /** The grant of the person who held the device, by their PIN; null: its own person (decision 038). */
  readonly acting?: string | null;
  /** The grant of whoever allowed it by their PIN; null: nobody had to. */
  readonly authorised?: string | null;
  /** Versioned name, 'order.status/1'. */
  readonly type: string;
  /** One FIFO and one request in flight per lane, for example 'order:UID'. */
  readonly lane: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: unknown;
  /** The register value that the person saw at the tap; shown when the server refuses. */
  readonly seen: string | null;
  /** Compare with a revision, follow an own command, or neither (a creation). */
  readonly base: { readonly rev: number } | { readonly after: string } | null;
  /** The command of another entity, earlier in the lane, that this one needs. If that is refused, so is this one. */
  readonly dependsOn: string | null;
  readonly state: 'queued' | 'sending';
  readonly attempts: number;
  /** Engine time in ms of the enqueueing, never wall-clock time. */
  readonly enqueuedAt: number;
  readonly ttlMs: number;
  readonly batchId: string | null;
  /** Waits for a person (poison) or for a version of the app that can read it (unreadable). Its lane waits with it. */
  readonly held: 'poison' | 'unreadable' | null;
  /**
   * Expired or discarded, but perhaps received by the server: the server is asked for the outcome and never applies it
   * afterwards. A never-sent command needs no question.
   */
  readonly settling: 'expired' | 'discarded' | null;
}

export type RefusalKind = 'refused' | 'expired';

/**
 * A command that ended without being applied. It stays on the rejected list until the person dismisses or repeats it.
 */
export interface RejectedCommand {
  readonly entry: Entry;
  readonly kind: RefusalKind;
  readonly code: string;
  readonly message: string;
  /** The state that the server had instead (a status), who set it and when (ISO); null when the server did not say. */
  readonly found: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

/** The last server state of an entity. `ver` never decreases (I8). */
export interface Snapshot {
  readonly type: string;
  readonly id: string;
  readonly ver: number;
  readonly body: unknown;
}

/** The server's database went back in time: entities of these types with a smaller `ver` are of a state that is gone. */
export interface FeedEpoch {
  readonly from: number;
  readonly types: readonly string[];
}

export interface ServerRefusal {
  readonly code: string;
  readonly message: string;
  readonly found: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

/** The outcome of one try (offline engine, Failures). */
export type SendOutcome =
  | { readonly kind: 'applied'; readonly snapshots: readonly Snapshot[] }
  /** `fault`: the server answered with a 5xx. Repeated on one command, that is poison. */
  | {
      readonly kind: 'unknown';
      readonly retryAfterMs: number | null;
      readonly fault: boolean;
      /** The entity as it is, if the server went back in time and no longer knows the command's base. */
      readonly current?: Snapshot | undefined;
      /** Then: the base of the next try. */
      readonly base?: Entry['base'];
    }
  /** This version of the app cannot read the command; nothing was sent. */
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
  readonly authorised?: string | null;
  readonly batchId?: string;
}
