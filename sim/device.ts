import { DeviceAccount } from './device-account.ts';
import type { SimulatedDisk } from './disks/simulated-disk.ts';
import type { DeviceMoment, DeviceSurroundings, SimulatedDevice, SimulatedTab } from './surroundings.ts';
import { SimTab } from './tab.ts';
import type { Line } from './wire.ts';

/** A tablet with up to two tabs. Two people share it, each with a disk of their own. */
export class SimDevice implements SimulatedDevice {
  readonly line: Line = { up: true, portal: false, revokedUpTo: 0 };
  readonly tabs: SimTab[] = [];
  readonly around: DeviceSurroundings;
  /** The first person's id. */
  readonly owner: number;
  actor: number;
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
  readonly #accounts = new Map<number, DeviceAccount>();

  constructor(around: DeviceSurroundings, actor: number) {
    this.around = around;
    this.owner = actor;
    this.actor = actor;
  }

  get #account(): DeviceAccount {
    const known = this.#accounts.get(this.actor);
    if (known) return known;
    const made = new DeviceAccount(this.around, this.owner, this.actor, () => this.engineTime());
    this.#accounts.set(this.actor, made);
    return made;
  }

  get disk(): SimulatedDisk {
    return this.#account.disk;
  }

  /** The disks of everybody who has used this device. */
  get disks(): SimulatedDisk[] {
    return [...this.#accounts.values()].map((a) => a.disk);
  }

  get alive(): SimTab[] {
    return this.tabs.filter((t) => t.alive);
  }

  engineTime(): number {
    return this.around.world.now - this.uncounted;
  }

  openTime(): number {
    return this.#account.openTime();
  }

  moment(): DeviceMoment {
    return { total: this.engineTime(), open: this.openTime() };
  }

  onEngineTimeWritten(at: number): void {
    this.#account.onEngineTimeWritten(at);
  }

  onClosed(): void {
    this.forgot ||= this.wasFull;
    if (this.alive.length === 0) this.#account.closed();
  }

  open(): SimTab {
    this.#account.opened();
    const tab = new SimTab(this);
    this.tabs.push(tab);
    tab.boot();
    return tab;
  }

  #shut(): void {
    for (const tab of this.alive) tab.kill();
  }

  /** Every page dies, and what was not durable may be lost. */
  losePower(): void {
    const { world, chance } = this.around;
    this.#shut();
    world.hold(this.disk.losePower(chance, world.now));
    this.#account.lostPower();
    this.around.onKilled(this);
  }

  /** The browser deletes the data of the closed app. */
  evict(): void {
    this.#shut();
    this.around.onEvicted(this);
    this.around.world.hold(this.disk.evict());
  }

  /** The other person logs in. */
  swap(): void {
    const wasOpen = this.alive.length > 0;
    this.#shut();
    this.actor = this.actor === this.owner ? (this.owner % 3) + 1 : this.owner;
    if (wasOpen) this.open();
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
