import type { Engine } from './engine.ts';
import type { View } from './view.ts';
import type { Snapshot } from './entry.ts';
import { keyOf } from './fold.ts';

/** One entry of a feed, already read from the wire. */
export interface FeedChange {
  readonly seq: number;
  readonly name: string;
  readonly snapshot: Snapshot | null;
  readonly removed: { readonly type: string; readonly id: string } | null;
  /** Says that something moved without saying how: the delta has to be asked for. */
  readonly incomplete: boolean;
  readonly payload: unknown;
}

export interface FeedAnswer {
  readonly head: number;
  readonly reset: boolean;
  readonly changes: readonly FeedChange[];
}

export interface FeedDeps {
  /** Also the cursor's name on disk. */
  readonly name: string;
  /** The types of entities that this feed alone brings: a reset drops those that it does not list. */
  readonly entityTypes: readonly string[];
  readonly engine: Pick<Engine, 'merge' | 'getView' | 'wake'>;
  readonly fetch: (since: number | null) => Promise<FeedAnswer>;
  /** What is not an entity: status, catalog, codes… the one table in realtime/ decides. */
  readonly onChange: (change: FeedChange) => void;
  readonly onFresh: () => void;
}

/**
 * One audience of one store. Events are hints: applied when they are the next in line, and a gap, a `head` that is
 * ahead, a reconnect or simply time passing asks for the delta. Correctness does not depend on any event (principle 6).
 */
export class EventFeed {
  #deps: FeedDeps;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  get cursor(): number | null {
    return this.#deps.engine.getView().cursors[this.#deps.name] ?? null;
  }

  /** The next one is applied at once; an old one is ignored; a gap asks. */
  async event(change: FeedChange): Promise<void> {
    const { cursor } = this;
    if (cursor !== null && change.seq <= cursor) return;
    if (cursor === null || change.seq > cursor + 1 || change.incomplete) {
      // What it carries is true whatever was lost before it; the cursor waits for the delta.
      if (change.snapshot) await this.#deps.engine.merge({ snapshots: [change.snapshot], removed: [], cursor: null });
      return this.catchUp();
    }
    this.#deps.onChange(change);
    await this.#merge([change], change.seq);
    this.#deps.onFresh();
  }

  /** The server's head: if we are behind, the last event was lost. */
  async head(seq: number): Promise<void> {
    const { cursor } = this;
    if (cursor === null || seq > cursor) return this.catchUp();
    this.#deps.onFresh();
  }

  /**
   * Reads what is missing; calls during a read are answered by one more read after it. `anew`: the connection is a new
   * one, so a read that hangs on the old one is not waited for. Never rejects.
   */
  catchUp(anew = false): Promise<void> {
    if (this.#running && !anew) {
      this.#again = true;
      return this.#running;
    }
    this.#again = false;
    const reading = this.#read()
      .catch(() => {})
      .finally(() => {
        if (this.#running !== reading) return;
        this.#running = null;
        if (this.#again) void this.catchUp();
      });
    this.#running = reading;
    return reading;
  }

  async #read(): Promise<void> {
    const { fetch, onChange, onFresh, engine } = this.#deps;
    const before = engine.getView().entities;
    const answer = await fetch(this.cursor);
    for (const change of answer.changes) onChange(change);
    await this.#merge(answer.changes, answer.head, answer.reset ? before : null);
    onFresh();
    // An answer means that the server can be reached: whatever is queued may leave now.
    engine.wake();
  }

  /** `resetFrom`: what was shown when the whole state was asked for; null for a delta. */
  async #merge(changes: readonly FeedChange[], seq: number, resetFrom: View['entities'] | null = null): Promise<void> {
    const { name, engine, entityTypes } = this.#deps;
    const snapshots = changes.flatMap((c) => (c.snapshot ? [c.snapshot] : []));
    const removed = changes.flatMap((c) => (c.removed ? [c.removed] : []));
    if (resetFrom) {
      const { entities, pending } = engine.getView();
      const kept = new Set([
        ...snapshots.map((s) => keyOf(s.type, s.id)),
        ...pending.map((e) => keyOf(e.entityType, e.entityId)),
      ]);
      for (const type of entityTypes)
        for (const [id, shown] of entities.get(type) ?? []) {
          // What moved while the answer was on its way is newer than the answer.
          if (!kept.has(keyOf(type, id)) && resetFrom.get(type)?.get(id) === shown) removed.push({ type, id });
        }
    }
    await engine.merge({ snapshots, removed, cursor: { name, seq, reset: resetFrom !== null } });
  }
}
