import { MemoryOutbox } from '#testing/memory-outbox.ts';
import type { DeviceMoment, DeviceSurroundings, SimulatedDevice, SimulatedTab } from './surroundings.ts';
import { SimTab } from './tab.ts';
import type { Line } from './wire.ts';

/** One person's tablet: up to two tabs, and a disk that survives everything except being wiped. */
export class SimDevice implements SimulatedDevice {
  readonly memory = new MemoryOutbox();
  readonly line: Line = { up: true, portal: false, revokedUpTo: 0 };
  readonly tabs: SimTab[] = [];
  readonly around: DeviceSurroundings;
  readonly actor: number;
  /** The value of `navigator.onLine`. */
  hint = true;
  /** Milliseconds of sleep that the monotonic clock did not count. */
  uncounted = 0;
  holder: SimulatedTab | null = null;
  generation = 0;
  wasFull = false;
  /**
   * State that only memory had, because the disk was full, was lost with a tab or its lead (docs/decisions/013, "Not
   * exact").
   */
  forgot = false;
  #shut = 0;
  #shutSince: number | null = 0;
  #writtenAt = 0;

  constructor(around: DeviceSurroundings, actor: number) {
    this.around = around;
    this.actor = actor;
  }

  get alive(): SimTab[] {
    return this.tabs.filter((t) => t.alive);
  }

  /** Milliseconds that this device has run. */
  engineTime(): number {
    return this.around.world.now - this.uncounted;
  }

  /** The part of it with an open page, in milliseconds: the age of a command counts only this. */
  openTime(): number {
    return this.engineTime() - this.#shut - (this.#shutSince === null ? 0 : this.engineTime() - this.#shutSince);
  }

  moment(): DeviceMoment {
    return { total: this.engineTime(), open: this.openTime() };
  }

  /** Called when the disk has recorded the engine time. */
  onEngineTimeWritten(engineTime: number): void {
    this.#writtenAt = Math.max(this.#writtenAt, engineTime);
  }

  onClosed(): void {
    this.forgot ||= this.wasFull;
    // The time since the last write is lost with the page.
    if (this.alive.length === 0) this.#shutSince = Math.max(this.#shutSince ?? 0, this.#writtenAt);
  }

  open(): SimTab {
    if (this.#shutSince !== null) this.#shut += this.engineTime() - this.#shutSince;
    this.#shutSince = null;
    const tab = new SimTab(this);
    this.tabs.push(tab);
    tab.boot();
    return tab;
  }

  setNetwork(up: boolean, hint: boolean): void {
    this.line.up = up;
    if (hint !== this.hint) {
      this.hint = hint;
      for (const tab of this.alive) tab.now(() => tab.surroundingsChanged());
    }
    for (const tab of this.alive) tab.socket(up);
  }

  /** Web Locks: the first waiting tab gets the lock; a visible tab takes it from one that does not answer. */
  elect(): void {
    if (this.holder?.alive) return;
    this.holder = this.alive[0] ?? null;
    const { holder } = this;
    if (holder) this.around.world.after(1, () => holder.now(() => void holder.engine.lead(this.holder === holder)));
  }

  stealFromFrozen(): void {
    const { holder } = this;
    const thief = this.alive.find((t) => !t.frozen && t !== holder);
    if (!holder?.frozen || !thief) return;
    this.holder = thief;
    this.forgot ||= this.wasFull;
    void thief.engine.lead(true);
    holder.now(() => void holder.engine.lead(false));
  }

  nudge(from: SimulatedTab): void {
    for (const tab of this.alive)
      if (tab !== from) this.around.world.after(1, () => tab.now(() => tab.engine.nudged()));
  }
}
