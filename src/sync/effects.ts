import type { Attempts } from './attempts.ts';
import type { OfflineCommand } from './command.ts';
import type { EngineEffect, Input } from './core-state.ts';
import type { Disk, Settle } from './disk.ts';
import type { EngineDeps } from './engine-types.ts';
import type { Entry, RejectedCommand, SendOutcome, Snapshot } from './entry.ts';
import type { Unwritten } from './unwritten.ts';
import { idsOf } from './unwritten.ts';

/** The parts of the engine that carry out its effects, and its reactions to them. */
interface EffectParts {
  readonly commands: ReadonlyMap<string, OfflineCommand>;
  readonly disk: Disk;
  readonly unwritten: Unwritten;
  readonly attempts: Attempts;
  /** Commands tapped on this screen and not yet settled; a settled one leaves it. */
  readonly tapped: Set<string>;
  /** Engine time in ms. */
  readonly now: () => number;
  readonly dispatch: (input: Input) => void;
  readonly reload: () => Promise<void>;
  readonly nudged: () => void;
}

/** Carries out what the core decided: sends, writes to disk, sets the timer, and reports the outcome to the core. */
export class Effects {
  #deps: EngineDeps;
  #parts: EffectParts;
  #disk: Disk;
  #cancelWake: () => void = () => {};

  constructor(deps: EngineDeps, parts: EffectParts) {
    this.#deps = deps;
    this.#parts = parts;
    this.#disk = parts.disk;
  }

  close(): void {
    this.#cancelWake();
    this.#parts.attempts.abort();
  }

  run(effect: EngineEffect): void {
    const { store, wakeIn, renewToken } = this.#deps;
    const { unwritten, tapped, now, dispatch } = this.#parts;
    switch (effect.kind) {
      case 'send':
        return void this.#send(effect.entry);
      case 'save': {
        const written = this.#disk.write(() => store.save(effect.entries));
        return unwritten.while('saving', idsOf(effect.entries), written);
      }
      case 'ack':
        return this.#settle([effect.entry], effect.snapshots, (snapshots) => store.ack(effect.entry, snapshots));
      case 'reject':
        return this.#settle([...effect.items.map((i) => i.entry), ...effect.dropped], effect.snapshots, (snapshots) =>
          store.reject(effect.items, effect.dropped, snapshots),
        );
      case 'expire':
        return void this.#expire(effect.items);
      case 'expired':
        for (const { entry } of effect.items) tapped.delete(entry.cmdId);
        return;
      case 'renew-token':
        return renewToken(effect.generation);
      case 'wake-in':
        this.#cancelWake();
        this.#cancelWake = wakeIn(effect.ms, () => dispatch({ kind: 'tick', now: now() }));
        return;
    }
  }

  /** Lets the disk confirm an expiry: another tab may have sent the command while this page slept and lost its lead. */
  async #expire(items: readonly RejectedCommand[]): Promise<void> {
    const move = (): Promise<boolean> => this.#deps.store.expire(items);
    let agreed = true;
    try {
      agreed = await this.#disk.write(move);
      this.#deps.nudge();
    } catch {
      // The disk is full: show the rejection now, write it as soon as the disk works.
      const entries = items.map((i) => i.entry);
      this.#settle(entries, [], () => move().then((moved) => (moved ? undefined : this.#parts.nudged())));
    }
    if (!agreed) await this.#parts.reload().catch(this.#deps.onDisk);
    this.#parts.dispatch({ kind: 'expired', items, agreed });
  }

  /** Settles on screen at once, and on disk in one transaction; if the disk fails, as soon as it works. */
  #settle(entries: readonly Entry[], snapshots: readonly Snapshot[], write: Settle): void {
    for (const { cmdId } of entries) this.#parts.tapped.delete(cmdId);
    this.#parts.unwritten.while('settling', idsOf(entries), this.#disk.settle(snapshots, write));
  }

  async #send(entry: Entry): Promise<void> {
    const { commands, attempts, now } = this.#parts;
    const command = commands.get(entry.type);
    let outcome: SendOutcome = { kind: 'unreadable' };
    if (command?.isReadable(entry.body)) {
      // A full disk must not stop the sending that empties it. When the disk fails, only this tab knows that the
      // command was sent.
      const there = await this.#disk.write(() => this.#deps.store.markSending(entry)).catch(() => true);
      // Another tab replaced the command before it was sent.
      if (!there) return this.#parts.reload().catch(this.#deps.onDisk);
      outcome = await attempts.run(entry, command, now());
    }
    this.#parts.dispatch({ kind: 'answer', cmdId: entry.cmdId, outcome, jitter: this.#deps.jitter() });
  }
}
