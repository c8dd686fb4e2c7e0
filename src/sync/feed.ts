import type { Engine } from './engine.ts';
import type { Snapshot } from './entry.ts';

/** One entry of a feed, already read from the wire. */
export interface FeedChange<B> {
  readonly seq: number;
  readonly name: string;
  readonly snapshot: Snapshot<B> | null;
  readonly removed: { readonly type: string; readonly id: string } | null;
  /** Says that something moved without saying how: the delta has to be asked for. */
  readonly incomplete: boolean;
  readonly payload: unknown;
}

export interface FeedAnswer<B> {
  readonly head: number;
  readonly reset: boolean;
  readonly changes: readonly FeedChange<B>[];
}

export interface FeedDeps<B> {
  /** Also the cursor's name on disk. */
  readonly name: string;
  /** The entities that this feed alone brings: a reset drops those that it does not list. null = it brings none. */
  readonly entityType: string | null;
  readonly engine: Pick<Engine<B>, 'merge' | 'getView' | 'wake'>;
  readonly fetch: (since: number | null) => Promise<FeedAnswer<B>>;
  /** What is not an entity: status, catalog, codes… the one table in realtime/ decides. */
  readonly onChange: (change: FeedChange<B>) => void;
  readonly onFresh: () => void;
}

/**
 * One audience of one store. Events are hints: applied when they are the next in line, and a gap, a `head` that is
 * ahead, a reconnect or simply time passing asks for the delta. Correctness does not depend on any event (principle 6).
 */
export class Feed<B> {
  #deps: FeedDeps<B>;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(deps: FeedDeps<B>) {
    this.#deps = deps;
  }

  get cursor(): number | null {
    return this.#deps.engine.getView().cursors[this.#deps.name] ?? null;
  }

  /** The next one is applied at once; an old one is ignored; a gap asks. */
  async event(change: FeedChange<B>): Promise<void> {
    const { cursor } = this;
    if (cursor === null || change.seq > cursor + 1 || change.incomplete) return this.catchUp();
    if (change.seq <= cursor) return;
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

  /** Reads what is missing; calls during a read are answered by one more read after it. Never rejects. */
  catchUp(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#read()
      .catch(() => {})
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        void this.catchUp();
      });
    return this.#running;
  }

  async #read(): Promise<void> {
    const { fetch, onChange, onFresh, engine } = this.#deps;
    const answer = await fetch(this.cursor);
    for (const change of answer.changes) onChange(change);
    await this.#merge(answer.changes, answer.head, answer.reset);
    onFresh();
    // An answer means that the server can be reached: whatever is queued may leave now.
    engine.wake();
  }

  async #merge(changes: readonly FeedChange<B>[], seq: number, reset = false): Promise<void> {
    const { name, engine, entityType } = this.#deps;
    const snapshots = changes.flatMap((c) => (c.snapshot ? [c.snapshot] : []));
    const removed = changes.flatMap((c) => (c.removed ? [c.removed] : []));
    if (reset && entityType !== null) {
      const kept = new Set(snapshots.map((s) => s.id));
      const { entities, pending } = engine.getView();
      for (const e of pending) kept.add(e.entityId);
      for (const key of entities.keys()) {
        const id = key.slice(entityType.length + 1);
        if (key.startsWith(`${entityType}:`) && !kept.has(id)) removed.push({ type: entityType, id });
      }
    }
    await engine.merge({ snapshots, removed, cursor: { name, seq } });
  }
}
