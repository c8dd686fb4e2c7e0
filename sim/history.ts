import { outboxAfter } from '#domain/outbox-balance.ts';
import { violations } from './checks.ts';
import { SimActions } from './actions.ts';
import { withoutDatabases } from './disks/watched-databases.ts';
import type { SimulatedDisk } from './disks/simulated-disk.ts';
import { SimDevice } from './device.ts';
import { GroupServer } from './groups/group-server.ts';
import { Played } from './played.ts';
import type { SimulatedShop } from './shop.ts';
import { InMemory } from './shop.ts';
import type { Script } from './steps.ts';
import { groupSteps } from './steps.ts';
import type { DeviceSurroundings, SimulatedTab } from './surroundings.ts';
import { sale } from './taps.ts';
import { Watch } from './watch.ts';
import { clear, SimulatedWire } from './wire.ts';
import { Chance, World } from './world.ts';

export interface HistoryOptions {
  readonly log?: (what: () => string) => void;
  /** Plays over the shipped store on IndexedDB; by default one history in ten does, chosen by its seed. */
  readonly indexed?: boolean;
  readonly openShop?: (world: World) => SimulatedShop;
  /** This command, counted from 0, vanishes from its disk just after the tap, as by a bug of the engine. */
  readonly loses?: number;
}

/** One history: plays a script to its end and checks the result. */
export class History extends Played {
  readonly wire: SimulatedWire;
  /** Numbers of commands that the reports of the devices do not explain. */
  readonly gaps: number[] = [];
  #chance: Chance;
  #devices: readonly SimDevice[];
  #around: DeviceSurroundings;
  #actions: SimActions;

  /** `log` receives what happens, for inspecting one history. `openShop` replaces the in-memory server. */
  constructor(
    script: Script,
    {
      log = () => {},
      indexed = script.seed % 10 === 7,
      openShop = (world) => new InMemory(world),
      loses = -1,
    }: HistoryOptions = {},
  ) {
    if (indexed) withoutDatabases();
    const world = new World();
    // Only with group steps: a recorded history without groups must replay exactly as before.
    const groups = script.steps.some((s) => groupSteps.has(s.kind)) ? new GroupServer(world) : null;
    super(script, world, openShop(world), groups);
    this.#chance = new Chance(script.seed);
    this.wire = new SimulatedWire(world, this.#chance, this.shop, groups);
    const watch = new Watch(this, log);
    this.#around = {
      world,
      wire: this.wire,
      shop: this.shop,
      groups,
      chance: this.#chance,
      indexed,
      slowDisk: script.seed % 3 === 0,
      eventTrouble: 0,
      onEnqueued: (device, plan, enqueuedAt) => {
        const before = this.enqueued.size;
        watch.onEnqueued(device, plan, enqueuedAt);
        const lost = [...this.enqueued.values()].slice(before)[loses - before];
        if (lost) device.disk.lose(lost.entry.seq);
      },
      onDiscarded: (cmdId) => void this.gone.add(cmdId),
      onKilled: (device) => watch.onKilled(device),
      onExpired: (tab, entry) => watch.onExpired(tab, entry),
      onEvicted: (device) => watch.onEvicted(device),
      onShown: (tab) => watch.onShown(tab),
      log,
      onDeparture: (tab, sent) => watch.onDeparture(tab, sent),
      onAnswered: (...answer) => watch.answers.onAnswered(...answer),
      onDecided: (...decision) => watch.answers.onDecided(...decision),
    };
    this.#devices = Array.from({ length: script.devices }, (_, n) => new SimDevice(this.#around, n + 1));
    this.devices.push(...this.#devices);
    this.#actions = new SimActions(this, this.#devices, this.#around);
  }

  /** Plays the script, lets the faults end, and returns the violations. */
  async run(): Promise<readonly string[]> {
    // The devices' wall clock, which may jump. No decision may read it.
    const wallClock = Date.now;
    Date.now = this.world.wall;
    try {
      await this.#openingOrders();
      for (const device of this.#devices) device.open();
      this.#tellHeads();
      await this.world.run(2_000);
      for (const step of this.script.steps) {
        await this.world.run(step.gap);
        this.#actions.play(step);
      }
      await this.world.run(10);
      await this.#calm();
      return this.broken;
    } catch (error) {
      return [
        ...this.broken,
        `the history broke: ${error instanceof Error ? (error.stack ?? error.message) : 'oddly'}`,
      ];
    } finally {
      Date.now = wallClock;
    }
  }

  /** Creates the orders that exist when the history begins. */
  async #openingOrders(): Promise<void> {
    for (let n = 0; n < 2; n += 1) {
      const { uid, total, body } = sale(this.#chance.uuid(), n, this.world.wall());
      this.sold.set(uid, total);
      const headers = { 'idempotency-key': this.#chance.uuid() };
      await this.shop.begin({ method: 'POST', path: '/store/1/orders', headers, body, actorId: 2 }).commit();
    }
  }

  /** Ends the faults; within 60 s every command is sent and every screen equals the server (I3, I7, I10). */
  async #calm(): Promise<void> {
    this.wire.weather = clear;
    this.wire.poisoned.clear();
    await this.world.run(this.wire.awayMs);
    this.wire.restart();
    this.#around.eventTrouble = 0;
    for (const device of this.#devices) {
      for (const disk of device.disks) {
        disk.full = false;
        disk.aborts = 0;
      }
      device.line.portal = false;
      device.line.revokedUpTo = 0;
      for (const tab of device.alive) {
        tab.crashIn = null;
        tab.thaw();
      }
      if (device.alive.length === 0) device.open();
      // Some devices keep reporting that they are offline.
      device.setNetwork(true, !this.#doubting(device));
      for (const tab of device.alive) tab.surroundingsChanged();
    }
    await this.#lastTurn();
    const heads = this.#heads();
    await this.world.run(2_000);
    for (const device of this.#devices)
      for (const { feeds } of device.alive)
        for (const [n, head] of heads.entries())
          if ((feeds[n]?.cursor ?? -1) < head && !this.#doubting(device))
            this.broken.push(`I10: ${head} not caught up in 2 s, at ${feeds[n]?.cursor}`);
    await this.world.run(58_000);
    this.broken.push(...violations(this));
    for (const { disks } of this.#devices)
      for (const disk of disks) {
        const differing = await disk.faithful();
        if (differing !== '') this.broken.push(`the disk is not what was written: ${differing}`);
        await this.#checkNumbers(disk);
      }
    // One more change whose event every device loses.
    this.#around.eventTrouble = 1;
    const [order] = this.shop.orders();
    if (order)
      await this.shop.outside({
        orderId: order.id,
        ...(order.status === 'PENDING' ? { status: 'ACCEPTED' } : { status: 'PENDING' }),
      });
    await this.world.run(35_000);
    for (const tab of this.#tabs())
      if (this.#heads().some((head, n) => tab.feeds[n]?.cursor !== head))
        this.broken.push('I10: a lost last event was not noticed in 35 s');
  }

  /** I11: the numbers of an outbox that nobody can explain are those of commands that the server knew and lost. */
  async #checkNumbers(disk: SimulatedDisk): Promise<void> {
    const store = await disk.open();
    const said = await store.numbers();
    store.close();
    const own = [...this.enqueued].filter(([cmdId, one]) => one.disk === disk && !this.evicted.has(cmdId));
    const confirmed = own.flatMap(([cmdId, { entry }]) => (this.statusOf(cmdId) === null ? [] : [entry.seq]));
    const { missing } = outboxAfter(null, said, new Set(confirmed));
    const explained = new Set([...said.held, ...said.rejected, ...said.withdrawn, ...confirmed]);
    const undone = own.flatMap(([cmdId, { entry }]) => (this.undone.has(cmdId) ? [entry.seq] : []));
    this.gaps.push(...missing.filter((seq) => !undone.includes(seq)));
    for (const seq of missing) if (!undone.includes(seq)) this.broken.push(`I11: number ${seq} is missing`);
    for (const seq of undone)
      if (!explained.has(seq) && !missing.includes(seq)) this.broken.push(`I11: nobody noticed that ${seq} is missing`);
  }

  /** What the other person of a device left there is sent when they log in again. */
  async #lastTurn(): Promise<void> {
    const shared = this.#devices.filter((d) => d.disks.length > 1);
    if (shared.length === 0) return;
    for (const device of shared) if (device.actor === device.owner) device.swap();
    await this.world.run(62_000);
    for (const device of shared) device.swap();
  }

  #doubting(device: SimDevice): boolean {
    return (this.script.seed + device.actor) % 5 === 0;
  }

  #tabs(): SimulatedTab[] {
    return this.#devices.flatMap((d) => d.alive);
  }

  /** The head of each feed, in the order of a tab's feeds. */
  #heads(): readonly number[] {
    return [this.shop.head(), ...(this.groups ? [this.groups.head] : [])];
  }

  #tellHeads(): void {
    this.world.after(30_000, () => {
      this.#tellHeads();
      if (!this.wire.serverUp) return;
      for (const tab of this.#tabs()) for (const [n, head] of this.#heads().entries()) tab.hearHead(n, head);
    });
  }
}
