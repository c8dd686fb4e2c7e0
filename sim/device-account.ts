import { IndexedDisk } from './disks/indexed-disk.ts';
import type { SimulatedDisk } from './disks/simulated-disk.ts';
import { diskName, MemoryDisk } from './disks/simulated-disk.ts';
import type { DeviceSurroundings } from './surroundings.ts';

/** One person on a device: their disk, and how long their pages have been open. Times in ms that the device has run. */
export class DeviceAccount {
  readonly disk: SimulatedDisk;
  readonly #now: () => number;
  #shut = 0;
  #shutSince: number | null = 0;
  /** By engine time on disk: when it was recorded. */
  readonly #written = new Map<number, number>();

  constructor({ indexed, world }: DeviceSurroundings, device: number, actor: number, now: () => number) {
    this.disk = indexed ? new IndexedDisk(diskName(device, actor), () => world.now) : new MemoryDisk();
    this.#now = now;
  }

  /** The time with an open page that the disk knows of: the age of a command counts only this. */
  openTime(): number {
    const now = this.#now();
    return now - this.#shut - (this.#shutSince === null ? 0 : now - this.#shutSince);
  }

  opened(): void {
    if (this.#shutSince !== null) this.#shut += this.#now() - this.#shutSince;
    this.#shutSince = null;
  }

  /** The last page is gone, and with it the time since the last write. */
  closed(): void {
    this.#shutSince = Math.max(this.#shutSince ?? 0, this.#writtenAt());
  }

  /** The disk may have lost its last writes. */
  lostPower(): void {
    if (this.#shutSince !== null) this.#shutSince = this.#writtenAt();
  }

  /** The disk has recorded its engine time, as it was `at`. */
  onEngineTimeWritten(at: number): void {
    const { engineTime } = this.disk;
    this.#written.set(engineTime, Math.max(this.#written.get(engineTime) ?? 0, at));
  }

  #writtenAt(): number {
    const { engineTime } = this.disk;
    let last = 0;
    for (const [time, at] of this.#written) if (time <= engineTime) last = Math.max(last, at);
    return last;
  }
}
