import type { Engine } from './engine.ts';
import type { View } from './view.ts';
import type { FeedEpoch, Snapshot } from './entry.ts';
import { keyOf } from './fold.ts';

/** One entry of a feed, parsed from the wire format. */
export interface FeedChange {
  readonly seq: number;
  readonly name: string;
  /** Of what the entry is about, as the server names it. */
  readonly id: string | null;
  readonly snapshot: Snapshot | null;
  readonly removed: { readonly type: string; readonly id: string } | null;
  /** The entity changed, but the entry does not say how: the feed must fetch the delta. */
  readonly incomplete: boolean;
  readonly payload: unknown;
}

export interface FeedAnswer {
  readonly head: number;
  /** Where the feed went on when the server's database had gone back in time; 0 when it never did. */
  readonly epoch: number;
  readonly reset: boolean;
  readonly changes: readonly FeedChange[];
}

export interface FeedDeps {
  /** Also the name of the cursor on disk. */
  readonly name: string;
  /** The entity types that only this feed delivers: a reset removes those of their entities that it does not list. */
  readonly entityTypes: readonly string[];
  readonly engine: Pick<Engine, 'merge' | 'getView' | 'wake'>;
  readonly fetch: (since: number | null) => Promise<FeedAnswer>;
  /** Handles everything that is not an entity (status, catalog, codes …), by the table in realtime/. */
  readonly onChange: (change: FeedChange) => void;
  /** `onChange` has had everything up to that position. */
  readonly onTold?: (seq: number) => void;
  readonly onFresh: () => void;
}

/** The last change of each entity: what came before it is outdated. */
function lastOfEach(changes: readonly FeedChange[]): FeedChange[] {
  const last = new Map<string, FeedChange>();
  for (const change of changes) {
    const entity = change.snapshot ?? change.removed;
    if (entity) last.set(keyOf(entity.type, entity.id), change);
  }
  return [...last.values()];
}

/**
 * The feed of one audience of one store. Events are hints: the next in sequence is applied; a gap, a `head` ahead of
 * the cursor, a reconnect or elapsed time fetches the delta. Correctness depends on no event (principle 6).
 */
export class EventFeed {
  #deps: FeedDeps;
  #running: Promise<void> | null = null;
  #again = false;
  /** Reads are numbered as they begin. */
  #begun = 0;
  /** The number of the newest read that was merged. */
  #merged = 0;
  /** The position up to which this tab was told; null before the first question or event. */
  #told: number | null = null;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** Begins where the disk is. From then on it is this tab's own: what another tab was told, this one has not heard. */
  get cursor(): number | null {
    this.#told ??= this.#deps.engine.getView().cursors[this.#deps.name] ?? null;
    return this.#told;
  }

  #tell(changes: readonly FeedChange[], upTo: number): void {
    for (const change of changes) this.#deps.onChange(change);
    this.#told = upTo;
    this.#deps.onTold?.(upTo);
  }

  event(change: FeedChange): Promise<void> {
    return this.events([change]);
  }

  /**
   * Applies events in their order: those that are next with one merge, so a burst costs one repaint. Ignores old ones,
   * and catches up after a gap.
   */
  async events(changes: readonly FeedChange[]): Promise<void> {
    const { onFresh, engine } = this.#deps;
    let last = this.cursor;
    const next: FeedChange[] = [];
    const behindGap: FeedChange[] = [];
    for (const change of changes) {
      if (last !== null && change.seq <= last) continue;
      if (last === null || change.seq > last + 1 || change.incomplete || behindGap.length > 0) behindGap.push(change);
      else {
        next.push(change);
        last = change.seq;
      }
    }
    let merged: Promise<void> | null = null;
    if (next.length > 0 && last !== null) {
      this.#tell(next, last);
      merged = this.#merge(lastOfEach(next), last);
    }
    // The entity in an event is valid even after a gap; only the cursor waits for the delta.
    const snapshots = lastOfEach(behindGap).flatMap((c) => (c.snapshot ? [c.snapshot] : []));
    const shown = snapshots.length > 0 ? engine.merge({ snapshots, removed: [], cursor: null }) : null;
    await Promise.all([merged, shown]);
    if (merged) onFresh();
    if (behindGap.length > 0) await this.catchUp();
  }

  /** The server's head: if it is ahead of the cursor, the last event was lost. */
  async head(seq: number): Promise<void> {
    const { cursor } = this;
    if (cursor === null || seq > cursor) return this.catchUp();
    this.#deps.onFresh();
  }

  /**
   * Fetches what is missing. Calls during a read cause one more read after it. `anew`: the connection is new, so it
   * does not wait for a read that hangs on the old one. Never rejects.
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
    const { fetch, onFresh, engine, entityTypes } = this.#deps;
    const before = engine.getView().entities;
    this.#begun += 1;
    const number = this.#begun;
    const { epoch, head, reset, changes } = await fetch(this.cursor);
    // A newer read has overtaken this one; its whole state would move the cursor back.
    if (number < this.#merged) return;
    this.#merged = number;
    // What events told meanwhile is told once: an older value must not follow a newer one. Entities have their version.
    const told = reset ? null : this.#told;
    const news = told === null ? changes : changes.filter(({ seq }) => seq > told);
    this.#tell(news, told === null ? head : Math.max(told, head));
    await this.#merge(changes, head, reset ? before : null, { from: epoch, types: entityTypes });
    onFresh();
    // The server can be reached, so queued commands may be sent now.
    engine.wake();
  }

  /** `resetFrom`: the entities shown when the whole state was requested; null for a delta. */
  async #merge(
    changes: readonly FeedChange[],
    seq: number,
    resetFrom: View['entities'] | null = null,
    epoch?: FeedEpoch,
  ): Promise<void> {
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
          // An entity that changed while the answer was on its way is newer than the answer.
          if (!kept.has(keyOf(type, id)) && resetFrom.get(type)?.get(id) === shown) removed.push({ type, id });
        }
    }
    await engine.merge({ snapshots, removed, cursor: { name, seq, reset: resetFrom !== null } }, epoch);
  }
}
