import type { Command } from './command.ts';
import type { CoreState, Effect, Input } from './core.ts';
import { initialState, step } from './core.ts';
import type { EngineDeps, Request, Settled, View } from './engine-types.ts';
import type { Entry, Outcome, Snapshot } from './entry.ts';
import { foldEntity, keyOf } from './fold.ts';
import type { MintRequest } from './mint.ts';
import { planMint } from './mint.ts';
import type { FeedMerge } from './store.ts';

/**
 * Joins the pure core with disk, network and screen.
 *
 *   tap ─> mint (strict commit) ─> core ─> send ─> answer ─> core ─> ack / reject (one transaction) ─> screen
 *   feed ──────────────────────────────────────────────────> merge (one transaction) ────────────────> screen
 */
export class Engine<B> {
  #deps: EngineDeps<B>;
  #commands: ReadonlyMap<string, Command<B>>;
  #state: CoreState = initialState;
  #snapshots = new Map<string, Snapshot<B>>();
  #view: View<B> = { entities: new Map(), pending: [], review: [], cursors: {} };
  #listeners = new Set<() => void>();
  /** Settled in memory, not yet on disk: a read of the disk must not bring them back. */
  #settling = new Set<string>();
  #disk: Promise<unknown> = Promise.resolve();
  #cancelWake: () => void = () => {};
  #inFlight = new Map<string, AbortController>();
  #closed = false;

  constructor(deps: EngineDeps<B>) {
    this.#deps = deps;
    this.#commands = new Map(deps.commands.map((c) => [c.name, c]));
  }

  async start(): Promise<void> {
    this.#state = { ...this.#state, now: this.#deps.now() };
    await this.reload();
  }

  close(): void {
    this.#closed = true;
    this.#cancelWake();
    for (const controller of this.#inFlight.values()) controller.abort();
    void this.#disk.finally(() => this.#deps.store.close());
  }

  readonly getView = (): View<B> => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot(type: string, id: string): Snapshot<B> | null {
    return this.#snapshots.get(keyOf(type, id)) ?? null;
  }

  /**
   * Accepts a tap: resolves with the command's id once it is on disk, or null when it undid one that had never left.
   * Rejects when the disk refuses (quota): then nothing was accepted and the screen has not moved.
   */
  async mint(request: Request): Promise<string | null> {
    const { actor, deviceId, newId, store } = this.#deps;
    const full: MintRequest = {
      isNothingWithout: () => false,
      batchId: null,
      ...request,
      cmdId: newId(),
      actor,
      deviceId,
    };
    const plan = await this.#queued(() => store.mint((entries, seq) => planMint(entries, seq, full)));
    const removed = new Set(plan.remove.map((e) => e.cmdId));
    const kept = this.#state.entries.filter((e) => !removed.has(e.cmdId));
    this.#dispatch({ kind: 'disk', entries: plan.put ? [...kept, plan.put] : kept });
    this.#deps.nudge();
    return plan.put?.cmdId ?? null;
  }

  /** Resolves when the command has ended, here or in another tab. */
  settled(cmdId: string): Promise<Settled> {
    return new Promise((resolve) => {
      const look = (): boolean => {
        if (this.#view.pending.some((e) => e.cmdId === cmdId)) return false;
        const item = this.#view.review.find((r) => r.entry.cmdId === cmdId);
        resolve(item ? { kind: 'refused', item } : { kind: 'applied' });
        return true;
      };
      if (look()) return;
      const stop = this.subscribe(() => {
        if (look()) stop();
      });
    });
  }

  /** What the server said, outside of an answer: a snapshot, an event, a delta. Older versions change nothing. */
  async merge(change: FeedMerge<B>): Promise<void> {
    const touched = this.#remember(change.snapshots);
    for (const { type, id } of change.removed) {
      const key = keyOf(type, id);
      if (this.#snapshots.delete(key)) touched.add(key);
    }
    const { cursor } = change;
    if (cursor) this.#view = { ...this.#view, cursors: { ...this.#view.cursors, [cursor.name]: cursor.seq } };
    this.#show(touched, cursor !== null);
    await this.#queued(() => this.#deps.store.merge(change));
  }

  /** The person has read why: the command leaves the tray. */
  async dismiss(cmdIds: readonly string[]): Promise<void> {
    const gone = new Set(cmdIds);
    this.#view = { ...this.#view, review: this.#view.review.filter((r) => !gone.has(r.entry.cmdId)) };
    this.#notify();
    await this.#queued(() => this.#deps.store.dismiss(cmdIds));
    this.#deps.nudge();
  }

  lead(leads: boolean): void {
    this.#dispatch({ kind: 'leader', leads });
  }

  /** Time has passed: ages, deadlines and retries are looked at. */
  tick(): void {
    this.#dispatch({ kind: 'tick', now: this.#deps.now() });
  }

  wake(): void {
    this.#dispatch({ kind: 'wake' });
  }

  network(up: boolean): void {
    this.#dispatch({ kind: 'network', up });
  }

  tokenChanged(generation: number): void {
    this.#dispatch({ kind: 'token', generation });
  }

  /** Reads the disk again: another tab minted, sent or merged. */
  async reload(): Promise<void> {
    const stored = await this.#queued(() => this.#deps.store.load());
    if (this.#closed) return;
    const touched = this.#remember(stored.snapshots);
    const review = stored.review.map(({ entry, kind, code, message, by, at }) => ({
      entry,
      kind,
      code,
      message,
      by,
      at,
    }));
    this.#view = { ...this.#view, review, cursors: newest(this.#view.cursors, stored.cursors) };
    this.#show(touched, true);
    this.#dispatch({ kind: 'disk', entries: stored.entries.filter((e) => !this.#settling.has(e.cmdId)) });
  }

  #dispatch(input: Input<B>): void {
    if (this.#closed) return;
    const before = this.#state;
    const aged = step<B>(before, { kind: 'tick', now: this.#deps.now() });
    const next = step<B>(aged.state, input);
    this.#state = next.state;
    const effects = [...aged.effects, ...next.effects];
    const touched = new Set([...before.entries, ...this.#state.entries].map((e) => keyOf(e.entityType, e.entityId)));
    for (const effect of effects) {
      if (effect.kind === 'ack' || effect.kind === 'reject')
        for (const key of this.#remember(effect.snapshots)) touched.add(key);
      if (effect.kind === 'reject') this.#view = { ...this.#view, review: [...this.#view.review, ...effect.items] };
    }
    this.#show(touched, effects.some((e) => e.kind === 'reject') || before.entries !== this.#state.entries);
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: Effect<B>): void {
    const { store, onDiskError, wakeIn, renewToken } = this.#deps;
    switch (effect.kind) {
      case 'send':
        void this.#send(effect.entry);
        return;
      case 'save':
        this.#queued(() => store.save(effect.entry)).catch(onDiskError);
        return;
      case 'ack':
        this.#settle([effect.entry.cmdId], () => store.ack(effect.entry, effect.snapshots));
        return;
      case 'reject':
        this.#settle(
          effect.items.map((i) => i.entry.cmdId),
          () => store.reject(effect.items, effect.snapshots),
        );
        return;
      case 'renew-token':
        renewToken(effect.generation);
        return;
      case 'wake-in':
        this.#cancelWake();
        this.#cancelWake = wakeIn(effect.ms, () => this.#dispatch({ kind: 'tick', now: this.#deps.now() }));
        return;
    }
  }

  /** Settled on screen at once, on disk in one transaction; if the disk fails, the next start sends it again. */
  #settle(cmdIds: readonly string[], write: () => Promise<void>): void {
    for (const id of cmdIds) this.#settling.add(id);
    this.#queued(write)
      .then(() => this.#deps.nudge())
      .catch(this.#deps.onDiskError)
      .finally(() => {
        for (const id of cmdIds) this.#settling.delete(id);
      });
  }

  async #send(entry: Entry): Promise<void> {
    const command = this.#commands.get(entry.type);
    const { store, luck, onDiskError } = this.#deps;
    let outcome: Outcome<B>;
    if (!command?.isReadable(entry.body)) {
      outcome = { kind: 'refused', code: 'unreadable', message: '', by: null, at: null, snapshots: [] };
    } else {
      const there = await this.#queued(() => store.markSending(entry)).catch((error: unknown) => {
        onDiskError(error);
        return true;
      });
      // Another tab put a newer tap in its place before it left.
      if (!there) return this.reload();
      outcome = await this.#try(entry, command);
    }
    this.#dispatch({ kind: 'answer', cmdId: entry.cmdId, outcome, luck: luck() });
  }

  async #try(entry: Entry, command: Command<B>): Promise<Outcome<B>> {
    const controller = new AbortController();
    this.#inFlight.set(entry.cmdId, controller);
    const cancel = this.#deps.wakeIn(this.#deps.writeTimeoutMs, () => controller.abort());
    try {
      return await command.send(entry.body, {
        idempotencyKey: entry.cmdId,
        base: entry.base,
        entity: this.snapshot(entry.entityType, entry.entityId)?.body ?? null,
        signal: controller.signal,
      });
    } catch {
      // A bug or a broken answer: nothing is known about the server's side, so the same command is tried again.
      return { kind: 'unknown', retryAfterMs: null };
    } finally {
      cancel();
      this.#inFlight.delete(entry.cmdId);
    }
  }

  /** One disk operation at a time, in the order asked for. */
  #queued<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#disk.then(work, work);
    this.#disk = run.catch(() => {});
    return run;
  }

  #remember(snapshots: readonly Snapshot<B>[]): Set<string> {
    const touched = new Set<string>();
    for (const next of snapshots) {
      const key = keyOf(next.type, next.id);
      const known = this.#snapshots.get(key);
      if (known && known.ver > next.ver) continue;
      if (known?.ver === next.ver) continue;
      this.#snapshots.set(key, next);
      touched.add(key);
    }
    return touched;
  }

  /** Folds again what was touched; everything else keeps its identity, so cards do not repaint. */
  #show(touched: ReadonlySet<string>, more: boolean): void {
    if (touched.size === 0 && !more) return;
    const pending = new Map<string, Entry[]>();
    for (const e of this.#state.entries) {
      const key = keyOf(e.entityType, e.entityId);
      pending.set(key, [...(pending.get(key) ?? []), e]);
    }
    const next = new Map(this.#view.entities);
    let changed = false;
    for (const key of touched) {
      const folded = foldEntity(this.#snapshots.get(key) ?? null, pending.get(key) ?? [], this.#commands);
      const shown = next.get(key);
      if (folded?.body === shown?.body && folded?.sync === shown?.sync) continue;
      if (folded) next.set(key, folded);
      else next.delete(key);
      changed = true;
    }
    this.#view = { ...this.#view, entities: changed ? next : this.#view.entities, pending: this.#state.entries };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const newest = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> => {
  const all: Record<string, number> = { ...a };
  for (const [name, seq] of Object.entries(b)) all[name] = Math.max(all[name] ?? 0, seq);
  return all;
};
