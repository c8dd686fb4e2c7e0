import type { EventFeed } from '#data/outbox/feeds.ts';
import type { Engine } from '#sync/engine.ts';
import type { EnqueuePlan } from '#sync/store.ts';
import type { Entry } from '#sync/entry.ts';
import type { EngineEffect } from '#sync/core-state.ts';
import type { ApiFailure } from '#sync/failure.ts';
import type { SimulatedDisk } from './disks/simulated-disk.ts';
import type { GroupServer } from './groups/group-server.ts';
import type { SimulatedShop } from './shop.ts';
import type { Line, SimulatedWire } from './wire.ts';
import type { Chance, World } from './world.ts';

/** The interface between devices, tabs and the history around them. */
export interface DeviceSurroundings {
  readonly world: World;
  readonly wire: SimulatedWire;
  readonly shop: SimulatedShop;
  /** Null in a history without groups. */
  readonly groups: GroupServer | null;
  readonly chance: Chance;
  /** The shipped store over an IndexedDB in memory, instead of a disk without a database. */
  readonly indexed: boolean;
  /** A slow disk, so that tabs interleave. */
  readonly slowDisk: boolean;
  /** Share of socket events that are lost, duplicated or late. */
  eventTrouble: number;
  readonly log: (what: () => string) => void;
  readonly onEnqueued: (device: SimulatedDevice, plan: EnqueuePlan, enqueuedAt: DeviceMoment) => void;
  /** Removed from the disk as never sent. */
  readonly onDiscarded: (cmdId: string) => void;
  readonly onKilled: (device: SimulatedDevice) => void;
  readonly onExpired: (tab: SimulatedTab, entry: Entry) => void;
  /** Everything on the device's current disk is about to be deleted by the browser. */
  readonly onEvicted: (device: SimulatedDevice) => void;
  readonly onShown: (tab: SimulatedTab) => void;
  readonly onDeparture: (tab: SimulatedTab, sent: Departure) => void;
  /** The page got the answer to a command; null: it was a success. */
  readonly onAnswered: (tab: SimulatedTab, cmdId: string, refusal: HeardRefusal | null) => void;
  readonly onDecided: (tab: SimulatedTab, effects: readonly EngineEffect[]) => void;
}

/** A command on its way to the network. */
export interface Departure {
  readonly cmdId: string;
  readonly settleOnly: boolean;
  /** Commands of this page without an answer, this one included. */
  readonly inFlight: number;
}

/** An answer that is no success, and the server's Retry-After. */
export interface HeardRefusal {
  readonly failure: ApiFailure;
  readonly retryAfterMs: number | null;
}

/** Milliseconds that a device has run, and those of them with an open page that the disk has recorded. */
export interface DeviceMoment {
  readonly total: number;
  readonly open: number;
}

export interface SimulatedTab {
  readonly device: SimulatedDevice;
  /** The person who is logged in on this page. */
  readonly actor: number;
  readonly deviceId: string;
  readonly engine: Engine;
  /** The feed of orders, and that of groups if the history has any. */
  readonly feeds: readonly EventFeed[];
  /** Times of the taps that are on their way to the disk. */
  readonly tapped: DeviceMoment[];
  alive: boolean;
  frozen: boolean;
  /** The page dies at the n-th disk operation from now; if odd, just after its write. */
  crashIn: number | null;
  now(work: () => void): void;
  kill(): void;
  freeze(): void;
  thaw(): void;
  socket(up: boolean): void;
  surroundingsChanged(): void;
  hearHead(feed: number, seq: number): void;
}

export interface SimulatedDevice {
  /** The disk of the person who is logged in. */
  readonly disk: SimulatedDisk;
  readonly line: Line;
  readonly around: DeviceSurroundings;
  /** The person who is logged in. */
  readonly actor: number;
  /** The value of `navigator.onLine`. */
  hint: boolean;
  holder: SimulatedTab | null;
  generation: number;
  /**
   * State that only memory had, because the disk was full, was lost with a tab or its lead (docs/decisions/013, "Not
   * exact").
   */
  forgot: boolean;
  readonly alive: SimulatedTab[];
  /** Milliseconds that this device has run, and those of them with an open page. */
  engineTime(): number;
  openTime(): number;
  moment(): DeviceMoment;
  /** `at`: milliseconds that this device had run when the disk recorded its engine time. */
  onEngineTimeWritten(at: number): void;
  onClosed(): void;
  elect(): void;
  stealFromFrozen(): void;
  nudge(from: SimulatedTab): void;
}
