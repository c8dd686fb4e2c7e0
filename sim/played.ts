import type { Entry } from '#sync/entry.ts';
import type { GroupServer } from './groups/group-server.ts';
import type { SimulatedShop } from './shop.ts';
import type { Script } from './steps.ts';
import type { DeviceMoment, SimulatedDevice } from './surroundings.ts';
import type { SimulatedDisk } from './disks/simulated-disk.ts';
import type { World } from './world.ts';

/** A command as it was stored on a disk. */
export interface Enqueued {
  readonly device: SimulatedDevice;
  readonly disk: SimulatedDisk;
  readonly entry: Entry;
  readonly enqueuedAt: DeviceMoment;
  /**
   * The tabs whose taps it represents: its own, and those of the commands that it replaced and whose `seen` it kept.
   */
  readonly tabs: readonly string[];
}

/** Everything about a history that the checks read. */
export class Played {
  readonly script: Script;
  readonly world: World;
  readonly shop: SimulatedShop;
  /** Null in a history without groups. */
  readonly groups: GroupServer | null;
  readonly devices: SimulatedDevice[] = [];
  readonly enqueued = new Map<string, Enqueued>();
  /** Commands whose promise resolved: the screen showed them as accepted. */
  readonly accepted = new Set<string>();
  readonly replaced = new Set<string>();
  /** Commands that a person dismissed from the rejected list, repeated or discarded. */
  readonly dealtWith = new Set<string>();
  readonly discarded = new Set<string>();
  /** Discarded as never sent: the server must not apply them. */
  readonly gone = new Set<string>();
  /** Sent while the disk was full, or refused to note it: the disk does not know. */
  readonly unmarked = new Set<string>();
  /** Decided, and then the server's database went back to before that. */
  readonly undone = new Set<string>();
  /** Orders that this took away, by uid. A late repeat of a request may make one again. */
  readonly unmade = new Set<string>();
  /** On a disk that the browser deleted, with the number of that deletion: after each the commands are numbered anew. */
  readonly evicted = new Map<string, number>();
  evictions = 0;
  readonly sold = new Map<string, number>();
  readonly broken: string[] = [];
  manyTabs = false;
  /** Whether the script aborts writes. */
  readonly hasAborts: boolean;

  constructor(script: Script, world: World, shop: SimulatedShop, groups: GroupServer | null) {
    this.script = script;
    this.hasAborts = script.steps.some((s) => s.kind === 'abort');
    this.world = world;
    this.shop = shop;
    this.groups = groups;
  }

  /** HTTP status of a command's stored decision on either server; null when there is none. */
  statusOf(cmdId: string): number | null {
    return this.shop.statusOf(cmdId) ?? this.groups?.statusOf(cmdId) ?? null;
  }
}
