import type { OfflineCommand } from './command.ts';
import type { CoreState, Input } from './core-state.ts';
import { step } from './core.ts';
import { afterJump, initialState } from './core-state.ts';
import { Disk } from './disk.ts';
import { Effects } from './effects.ts';
import type { EngineDeps, Settled } from './engine-types.ts';
import type { View } from './view.ts';
import type { Entry, FeedEpoch, RejectedCommand, Request, Snapshot } from './entry.ts';
import type { EnqueueRequest } from './enqueue.ts';
import { neverSent, planEnqueue } from './enqueue.ts';
import { changedKeys, newestCursors, Projection } from './projection.ts';
import { completeRequest, released } from './requests.ts';
import type { EnqueuePlan, FeedMerge } from './store.ts';
import { againRequest, areSameCommands, rejectedAfter, rejectedOnDisk, rejectedWithout } from './rejected.ts';
import { Attempts } from './attempts.ts';
import { Reloads } from './reloads.ts';
import { EngineClock } from './engine-clock.ts';
import { idsOf, Unwritten } from './unwritten.ts';

/**
 * Joins the pure core with disk, network and screen.
 *
 *   tap ─> enqueue (strict commit) ─> core ─> send ─> answer ─> core ─> ack / reject (one transaction) ─> screen
 *   feed ──────────────────────────────────────────────────> merge (one transaction) ────────────────> screen
 */
export class Engine {
  #deps: EngineDeps;
  #commands: ReadonlyMap<string, OfflineCommand>;
  #projection: Projection;
  #state: CoreState = initialState;
  #unwritten: Unwritten;
  /** Commands tapped on this screen and not yet settled, rendered or not. */
  #tapped = new Set<string>();
  /** Never-sent commands that a later tap or a discard removed. */
  #cancelled = new Map<string, Entry>();
  #disk: Disk;
  #reloads: Reloads;
  #leads = false;
  #effects: Effects;
  #clock: EngineClock;
  #closed = false;
  readonly snapshot: (type: string, id: string) => Snapshot | null;
  readonly getView: () => View;
  readonly subscribe: (listener: () => void) => () => void;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#clock = new EngineClock(deps.now);
    this.#unwritten = new Unwritten(deps.nudge);
    this.#commands = new Map(deps.commands.map((c) => [c.name, c]));
    this.#projection = new Projection(this.#commands);
    this.#disk = new Disk(deps.store, this.#projection, deps.onDisk);
    this.#reloads = new Reloads(deps, () => void this.reload().catch(deps.onDisk));
    this.#effects = new Effects(deps, {
      commands: this.#commands,
      disk: this.#disk,
      unwritten: this.#unwritten,
      attempts: new Attempts(deps, this.#projection),
      tapped: this.#tapped,
      now: () => this.#clock.now(),
      dispatch: (input) => this.#dispatch(input),
      reload: () => this.reload(),
      nudged: () => this.nudged(),
    });
    this.snapshot = (type, id) => this.#projection.snapshot(type, id);
    this.getView = this.#projection.getView;
    this.subscribe = this.#projection.subscribe;
  }

  async start(): Promise<void> {
    this.#clock.start();
    await this.reload();
  }

  close(): void {
    this.#closed = true;
    this.#reloads.close();
    this.#effects.close();
    this.#disk.close();
  }

  /**
   * Accepts a tap. Resolves to the command's id once it is on disk, or to null when no command was stored, for example
   * because the tap undid one that was never sent. Rejects when the disk refuses (quota): then nothing was accepted and
   * the screen is unchanged.
   */
  async enqueue(request: Request): Promise<string | null> {
    return (await this.enqueueAll([request]))[0] ?? null;
  }

  /** Stores several taps in one transaction: all or none (bulk). */
  async enqueueAll(requests: readonly Request[]): Promise<(string | null)[]> {
    const full = requests.map((r) => this.#complete(r));
    const plan = await this.#enqueue(full, (p) => p);
    const put = new Set(plan.put.map((e) => e.cmdId));
    return full.map((r) => (put.has(r.cmdId) ? r.cmdId : null));
  }

  /** Whether "Aplicar igual" makes sense on the current entity. */
  canApplyAgain({ entry }: RejectedCommand): boolean {
    return this.#commands.get(entry.type)?.canApplyAgain(this.#projection.shown(entry), entry.body) === true;
  }

  /**
   * Repeats a rejected command as a new command on the current entity, and removes it from the rejected list. `adapt`
   * fits it to what is there now.
   */
  async applyAgain(cmdId: string, adapt = (request: Request): Request => request): Promise<string | null> {
    const item = this.getView().rejected.find((r) => r.entry.cmdId === cmdId);
    if (!item || !this.canApplyAgain(item)) return null;
    const again = adapt(againRequest(item, this.#commands.get(item.entry.type), this.#projection.shown(item.entry)));
    const plan = await this.#enqueue([this.#complete(again)], (p) => ({ ...p, dismiss: [cmdId] }));
    return plan.put[0]?.cmdId ?? null;
  }

  /** Resolves when the command has ended, here or in another tab. */
  settled(cmdId: string): Promise<Settled> {
    return this.#projection.settled(cmdId);
  }

  /** Merges a snapshot, an event or a delta. Ignores older versions; forgets what is older than the epoch. */
  async merge(change: FeedMerge, epoch?: FeedEpoch): Promise<void> {
    if (epoch) this.#projection.enter(epoch);
    const touched = this.#disk.learn(change.snapshots);
    for (const key of this.#disk.sweep(this.#state.entries)) touched.add(key);
    for (const key of this.#disk.forget(change.removed)) touched.add(key);
    const { cursor } = change;
    const { cursors } = this.getView();
    const seq = cursor && (cursor.reset ? cursor.seq : Math.max(cursors[cursor.name] ?? -1, cursor.seq));
    this.#show(touched, cursor && seq !== null ? { cursors: { ...cursors, [cursor.name]: seq } } : {});
    await this.#disk.merge([...change.snapshots, ...change.removed], cursor);
  }

  /** The person has read the refusal: the command leaves the rejected list. */
  async dismiss(cmdIds: readonly string[]): Promise<void> {
    this.#show(new Set(), { rejected: rejectedWithout(this.getView().rejected, cmdIds) });
    const written = this.#disk.write(() => this.#deps.store.dismiss(cmdIds));
    this.#unwritten.while('dismissing', cmdIds, written);
    await written;
  }

  /** "Reintentar": releases a held command. */
  retry(cmdIds: readonly string[]): Promise<void> {
    return this.#revise(cmdIds, (entry) => ({ ...entry, held: null }));
  }

  /**
   * "Descartar": removes a never-sent command at once, with everything behind it in its lane. A command that may have
   * reached the server stays until the server has said whether it was applied; the server never applies it later.
   */
  discard(cmdIds: readonly string[]): Promise<void> {
    const asked = this.#state.entries.filter((e) => cmdIds.includes(e.cmdId));
    const behind = this.#state.entries.filter((e) => asked.some((a) => a.lane === e.lane && e.seq >= a.seq));
    return this.#revise(
      behind.map((e) => e.cmdId),
      (entry) => (neverSent(entry) && !this.#wasSent(entry) ? null : { ...entry, settling: 'discarded', held: null }),
    );
  }

  /** Makes this tab the sender or ends that. A new sender first reads what the previous one left on disk. */
  async lead(leads: boolean): Promise<void> {
    this.#leads = leads;
    if (!leads) this.#disk.giveUp();
    else await this.reload().catch(this.#deps.onDisk);
    this.#dispatch({ kind: 'leader', leads: this.#leads });
  }

  /** Checks ages, deadlines and retries, and saves the engine time. */
  tick(): void {
    this.#dispatch({ kind: 'tick', now: this.#clock.now() });
    if (this.#leads) void this.#lookForTaps().catch(this.#deps.onDisk);
    if (this.#leads || this.#disk.failing) void this.#disk.saveEngineTime(this.#clock.now());
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

  /** Another tab changed the disk: one delayed read answers many nudges. */
  nudged(): void {
    if (!this.#closed) this.#reloads.soon();
  }

  /**
   * Reads the disk again if it holds other commands than memory: a tab may have died between its tap and its nudge. Its
   * entities are not read for that, because a day has many of them.
   */
  async #lookForTaps(): Promise<void> {
    const shown = { entries: this.#state.entries, rejected: this.getView().rejected };
    if (!areSameCommands(await this.#disk.commands(), shown)) this.nudged();
  }

  /** Reads the disk again. */
  async reload(): Promise<void> {
    this.#reloads.begun();
    const { stored, touched } = await this.#disk.read();
    if (this.#closed) return;
    this.#followClock(stored.engineTime);
    const known = new Map(this.#state.entries.map((e) => [e.cmdId, e]));
    const entries = stored.entries
      .filter((e) => !this.#unwritten.settling.has(e.cmdId))
      .map((e) => released((this.#unwritten.saving.has(e.cmdId) && known.get(e.cmdId)) || e, this.#commands));
    const { rejected, cursors } = this.getView();
    this.#show(touched, {
      rejected: rejectedOnDisk(stored.rejected, rejected, this.#unwritten),
      cursors: newestCursors(cursors, stored.cursors),
    });
    this.#dispatch({ kind: 'disk', entries });
  }

  /**
   * Adopts the engine time on disk when another tab's clock is ahead of this one. The commands in memory keep the age
   * that this tab saw.
   */
  #followClock(stored: number): void {
    const jump = this.#clock.follow(stored);
    if (jump === 0) return;
    this.#state = afterJump(this.#state, jump);
    if (this.#state.entries.length === 0) return;
    const enqueuedAt = new Map(this.#state.entries.map((e) => [e.cmdId, e.enqueuedAt]));
    const redate = (e: Entry): Entry => ({ ...e, enqueuedAt: enqueuedAt.get(e.cmdId) ?? e.enqueuedAt });
    this.#disk.write(() => this.#deps.store.revise([...enqueuedAt.keys()], redate)).catch(() => {});
  }

  #complete(request: Request): EnqueueRequest {
    return completeRequest(request, this.#commands, this.#projection, this.#deps, {
      pending: this.#state.entries,
      tapped: this.#tapped,
      cancelled: this.#cancelled,
      wasSent: (entry) => this.#wasSent(entry),
      now: this.#clock.now(),
    });
  }

  async #enqueue(
    requests: readonly EnqueueRequest[],
    finish: (plan: EnqueuePlan) => EnqueuePlan,
  ): Promise<EnqueuePlan> {
    const scope = {
      lanes: requests.map((r) => r.lane),
      entities: requests.map((r) => ({ type: r.entityType, id: r.entityId })),
    };
    for (const { cmdId } of requests) this.#tapped.add(cmdId);
    // Settlements from while the disk was full must be written before a tap is planned on top of them.
    if (this.#disk.failing) await this.#disk.saveEngineTime(this.#clock.now());
    const plan = await this.#disk.enqueue(scope, (disk) => finish(planEnqueue(disk, requests)));
    const removed = new Set(plan.remove.map((e) => e.cmdId));
    for (const entry of plan.remove) this.#cancelled.set(entry.cmdId, entry);
    if (plan.dismiss.length > 0)
      this.#show(new Set(), { rejected: rejectedWithout(this.getView().rejected, plan.dismiss) });
    const kept = this.#state.entries.filter((e) => !removed.has(e.cmdId));
    const known = new Set([...kept.map((e) => e.cmdId), ...this.#unwritten.settling]);
    const beside = plan.beside.filter((e) => !known.has(e.cmdId)).map((e) => released(e, this.#commands));
    this.#dispatch({ kind: 'enqueued', put: plan.put, entries: [...kept, ...beside, ...plan.put] });
    this.#deps.nudge();
    return plan;
  }

  async #revise(cmdIds: readonly string[], change: (entry: Entry) => Entry | null): Promise<void> {
    const gone: Entry[] = [];
    const noting = (entry: Entry): Entry | null => {
      const next = change(entry);
      if (!next) gone.push(entry);
      return next;
    };
    await this.#disk.write(() => this.#deps.store.revise(cmdIds, noting));
    for (const entry of gone) this.#cancelled.set(entry.cmdId, entry);
    this.#projection.discard(idsOf(gone));
    await this.reload();
    this.wake();
    this.#deps.nudge();
  }

  #dispatch(input: Input): void {
    if (this.#closed) return;
    const before = this.#state;
    const aged = step(before, { kind: 'tick', now: this.#clock.now() });
    const next = step(aged.state, input);
    this.#state = next.state;
    const effects = [...aged.effects, ...next.effects];
    this.#deps.onStep?.(aged.state.now, input, effects, before.entries);
    const touched = changedKeys(before.entries, this.#state.entries);
    for (const effect of effects) {
      if (effect.kind === 'ack' || effect.kind === 'reject')
        for (const key of this.#disk.learn(effect.snapshots)) touched.add(key);
      if (effect.kind === 'reject') this.#projection.discard(effect.dropped.map((e) => e.cmdId));
    }
    if (touched.size > 0) for (const key of this.#disk.sweep(this.#state.entries)) touched.add(key);
    const rejected = rejectedAfter(this.getView().rejected, effects);
    if (touched.size > 0 || rejected !== this.getView().rejected) this.#show(touched, { rejected });
    for (const effect of effects) this.#effects.run(effect);
  }

  #wasSent({ cmdId }: Entry): boolean {
    return this.#state.entries.some((e) => e.cmdId === cmdId && (e.attempts > 0 || e.state === 'sending'));
  }

  #show(touched: ReadonlySet<string>, more: Partial<View>): void {
    this.#projection.show(touched, this.#state.entries, more);
  }
}
