import { orderEntity } from '#commands/order/order-entity.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import type { EnqueuePlan } from '#sync/enqueue.ts';
import { violations } from './checks.ts';
import type { DeviceMoment, DeviceSurroundings } from './device.ts';
import { Device } from './device.ts';
import type { SimulatedShop } from './shop.ts';
import { InMemory } from './shop.ts';
import type { Script, HistoryStep } from './steps.ts';
import type { Tab } from './tab.ts';
import type { TapKind } from './taps.ts';
import { acceptAll, sale, tap } from './taps.ts';
import { clear, SimulatedWire } from './wire.ts';
import { Chance, World } from './world.ts';

/** A command as it came onto a disk. */
export interface Enqueued {
  readonly device: Device;
  readonly entry: Entry;
  readonly enqueuedAt: DeviceMoment;
  /** The tabs whose taps it stands for: its own, and those of what it replaced and took the `seen` over from. */
  readonly tabs: readonly string[];
}

export interface HistoryOptions {
  readonly log?: (what: () => string) => void;
  readonly openShop?: (world: World) => SimulatedShop;
}

/** Everything that happened and that the checks read. */
export class History {
  readonly script: Script;
  readonly world = new World();
  readonly devices: Device[] = [];
  readonly shop: SimulatedShop;
  readonly wire: SimulatedWire;
  readonly enqueued = new Map<string, Enqueued>();
  /** Taps whose promise resolved: the screen said yes. */
  readonly accepted = new Set<string>();
  readonly replaced = new Set<string>();
  /** A person dealt with them: read on the rejected list, or discarded. */
  readonly dealtWith = new Set<string>();
  readonly discarded = new Set<string>();
  /** Discarded as never sent: the server must not apply them. */
  readonly gone = new Set<string>();
  /** They left while the disk was full, so that it does not know. */
  readonly unmarked = new Set<string>();
  readonly sold = new Map<string, number>();
  readonly broken: string[] = [];
  manyTabs = false;
  #chance: Chance;
  #vers = new Map<Tab, Map<string, number>>();
  #shownRejected = new Map<Tab, ReadonlySet<string>>();
  #around: DeviceSurroundings;

  /** `log` hears what happens, for a look at one history; `openShop` brings another server than the one in memory. */
  constructor(script: Script, { log = () => {}, openShop = (world) => new InMemory(world) }: HistoryOptions = {}) {
    this.script = script;
    this.#chance = new Chance(script.seed);
    this.shop = openShop(this.world);
    this.wire = new SimulatedWire(this.world, this.#chance, this.shop);
    this.#around = {
      world: this.world,
      wire: this.wire,
      shop: this.shop,
      chance: this.#chance,
      slowDisk: script.seed % 3 === 0,
      eventTrouble: 0,
      onEnqueued: (device, plan, enqueuedAt) => this.#onEnqueued(device, plan, enqueuedAt),
      onDiscarded: (cmdId) => void this.gone.add(cmdId),
      onKilled: (device) => this.#onKilled(device),
      onExpired: (device, entry) => this.#onExpired(device, entry),
      onShown: (tab) => this.#onShown(tab),
      log,
      onDeparture: (device, sent) => this.#onDeparture(device, sent),
    };
    for (let n = 0; n < script.devices; n += 1) this.devices.push(new Device(this.#around, n + 1));
  }

  /** Plays the script, lets everything calm down, and says what is broken. */
  async run(): Promise<readonly string[]> {
    // The devices' wall clock, which may jump; nothing that decides may read it.
    const wallClock = Date.now;
    Date.now = this.world.wall;
    try {
      await this.#openingOrders();
      for (const device of this.devices) device.open();
      this.#heads();
      await this.world.run(2_000);
      for (const step of this.script.steps) {
        await this.world.run(step.gap);
        this.#play(step);
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

  /** The shop is not empty when the day begins. */
  async #openingOrders(): Promise<void> {
    for (let n = 0; n < 2; n += 1) {
      const { uid, total, body } = sale(this.#chance.uuid(), n, this.world.wall());
      this.sold.set(uid, total);
      const headers = { 'idempotency-key': this.#chance.uuid() };
      await this.shop.begin({ method: 'POST', path: '/store/1/orders', headers, body, actorId: 2 }).commit();
    }
  }

  /** Faults end; within 60 s everything is sent, and every screen equals the server (I3, I7, I10). */
  async #calm(): Promise<void> {
    this.wire.weather = clear;
    this.wire.poisoned.clear();
    this.wire.restart();
    this.#around.eventTrouble = 0;
    for (const device of this.devices) {
      device.memory.full = false;
      device.line.portal = false;
      device.line.revokedUpTo = 0;
      for (const tab of device.alive) {
        tab.crashIn = null;
        tab.thaw();
      }
      if (device.alive.length === 0) device.open();
      // Some devices go on believing that they are offline.
      device.setNetwork(true, !this.#doubting(device));
      for (const tab of device.alive) tab.surroundingsChanged();
    }
    const head = this.shop.head();
    await this.world.run(2_000);
    for (const tab of this.#tabs())
      if ((tab.feed.cursor ?? -1) < head && !this.#doubting(tab.device))
        this.broken.push(`I10: ${head} not caught up in 2 s, at ${tab.feed.cursor}`);
    await this.world.run(58_000);
    this.broken.push(...violations(this));
    // One more change whose event everybody loses.
    this.#around.eventTrouble = 1;
    const [order] = this.shop.orders();
    if (order)
      await this.shop.outside({
        orderId: order.id,
        ...(order.status === 'PENDING' ? { status: 'ACCEPTED' } : { status: 'PENDING' }),
      });
    await this.world.run(35_000);
    for (const tab of this.#tabs())
      if (tab.feed.cursor !== this.shop.head()) this.broken.push('I10: a lost last event was not noticed in 35 s');
  }

  #doubting(device: Device): boolean {
    return (this.script.seed + device.actor) % 5 === 0;
  }

  #tabs(): Tab[] {
    return this.devices.flatMap((d) => d.alive);
  }

  #heads(): void {
    this.world.after(30_000, () => {
      this.#heads();
      if (!this.wire.serverUp) return;
      for (const tab of this.#tabs()) tab.hearHead(this.shop.head());
    });
  }

  #play({ kind, device: which, pick }: HistoryStep): void {
    const device = this.devices[which % this.devices.length];
    if (!device) return;
    this.#around.log(() => `device ${device.actor}: ${kind} ${pick}`);
    const tab = device.alive[pick % Math.max(1, device.alive.length)];
    const person = tab && !tab.frozen ? tab : undefined;
    this.#actions(device, tab, person, pick)[kind]?.();
  }

  /** What each step does; one that finds nobody to do it does nothing. */
  #actions(
    device: Device,
    tab: Tab | undefined,
    person: Tab | undefined,
    pick: number,
  ): Readonly<Record<HistoryStep['kind'], (() => void) | undefined>> {
    const taps = (kind: TapKind) =>
      person &&
      (() => {
        const request = tap(kind, person, pick, this.world.wall());
        if (request) this.#tapped(person, () => person.engine.enqueue(request).then((id) => [id]));
      });
    const bulk = (on: Tab) => (): void =>
      this.#tapped(on, () => on.engine.enqueueAll(acceptAll(on, this.#chance.uuid(), this.world.wall())));
    return {
      create: person && (() => this.#sell(person, pick)),
      next: taps('next'),
      status: taps('status'),
      reject: taps('reject'),
      delay: taps('delay'),
      bulk: person && bulk(person),
      offline: () => device.setNetwork(false, pick % 3 === 0),
      online: () => device.setNetwork(true, true),
      lie: () => device.setNetwork(device.line.up, !device.line.up),
      portal: () => {
        device.line.portal = !device.line.portal;
      },
      kill: () => tab?.kill(),
      crash: tab && (() => void (tab.crashIn = 1 + (pick % 6))),
      open: () => this.#tabsOf(device, 'open'),
      logout: () => this.#tabsOf(device, 'logout'),
      update: () => this.#tabsOf(device, 'update'),
      freeze: () => person?.freeze(),
      thaw: () => device.alive.forEach((t) => t.thaw()),
      down: () => {
        this.wire.crash();
        for (const t of this.#tabs()) t.socket(true);
      },
      up: () => this.wire.restart(),
      revoke: () => {
        device.line.revokedUpTo = device.generation;
      },
      sleep: () => this.#sleep(pick),
      clock: () => {
        this.world.wallOffset = ((pick % 17) - 8) * 86_400_000;
      },
      outside: () => this.#outside(pick),
      poison: () => {
        const pending = [...device.memory.outbox.values()];
        const victim = pending[pick % Math.max(1, pending.length)];
        if (victim) this.wire.poisoned.add(victim.cmdId);
      },
      storm: () => {
        this.wire.weather = { lost: 0.1 + (pick % 3) / 10, twice: 0.1, failing: 0.06, slowMs: pick % 2 ? 60 : 2_500 };
        this.#around.eventTrouble = 0.25;
      },
      calm: () => {
        this.wire.weather = clear;
        this.#around.eventTrouble = 0;
      },
      full: () => {
        device.memory.full = true;
        device.wasFull = true;
      },
      room: () => {
        device.memory.full = false;
      },
      again: person && (() => this.#onRejected('again', person, pick)),
      understood: person && (() => this.#onRejected('understood', person, pick)),
      discard: person && (() => this.#onRejected('discard', person, pick)),
      retry: person && (() => this.#onRejected('retry', person, pick)),
    };
  }

  #onRejected(kind: 'again' | 'understood' | 'discard' | 'retry', tab: Tab, pick: number): void {
    const { engine } = tab;
    const { rejected, pending } = engine.getView();
    const item = rejected[pick % Math.max(1, rejected.length)];
    const waiting = pending[pick % Math.max(1, pending.length)];
    const ignore = (work: Promise<unknown>): void => void work.catch(() => {});
    if (kind === 'again' && item) return this.#applyAgain(tab, item);
    if (kind === 'understood' && item) {
      this.dealtWith.add(item.entry.cmdId);
      return ignore(engine.dismiss([item.entry.cmdId]));
    }
    if (kind === 'retry') return ignore(engine.retry(pending.filter((e) => e.held).map((e) => e.cmdId)));
    if (kind !== 'discard' || !waiting) return;
    for (const e of pending) if (e.lane === waiting.lane && e.seq >= waiting.seq) this.discarded.add(e.cmdId);
    ignore(engine.discard([waiting.cmdId]));
  }

  #tabsOf(device: Device, kind: 'open' | 'logout' | 'update'): void {
    if (kind !== 'open') for (const t of device.alive) t.kill();
    if (kind !== 'logout' && device.alive.length < 2) device.open();
    if (device.alive.length > 1) this.manyTabs = true;
  }

  #sell(person: Tab, pick: number): void {
    const { request, uid, total } = sale(this.#chance.uuid(), pick, this.world.wall());
    this.sold.set(uid, total);
    this.#tapped(person, () => person.engine.enqueue(request).then((id) => [id]));
  }

  #applyAgain(tab: Tab, item: RejectedCommand): void {
    if (tab.engine.canApplyAgain(item))
      this.#tapped(tab, () => tab.engine.applyAgain(item.entry.cmdId).then((id) => [id]));
  }

  #tapped(tab: Tab, enqueue: () => Promise<readonly (string | null)[]>): void {
    tab.tapped.push(tab.device.moment());
    enqueue().then(
      (ids) => {
        for (const id of ids) if (id !== null) this.accepted.add(id);
      },
      // A full disk: the person was told that nothing was taken.
      () => {},
    );
  }

  #sleep(pick: number): void {
    const ms = (1 + (pick % 30)) * 3_600_000;
    this.world.sleep(ms);
    // Some clocks count the sleep, some do not.
    for (const [n, device] of this.devices.entries()) if ((pick + n) % 2) device.uncounted += ms;
  }

  #outside(pick: number): void {
    const orders = this.shop.orders();
    const order = orders[pick % Math.max(1, orders.length)];
    if (!order) return;
    const status = order.status === 'COMPLETE' ? 'PENDING' : 'COMPLETE';
    void this.shop.outside({ orderId: order.id, status });
  }

  #onEnqueued(device: Device, plan: EnqueuePlan, enqueuedAt: DeviceMoment): void {
    if (plan.put.length > 0) device.onEngineTimeWritten(enqueuedAt.total);
    for (const { seq, type, base, cmdId } of plan.put)
      this.#around.log(() => `device ${device.actor} enqueued ${seq} ${type} ${cmdId} on ${JSON.stringify(base)}`);
    for (const entry of plan.put) {
      const heirOf = plan.remove
        .filter((e) => e.lane === entry.lane)
        .flatMap((e) => this.enqueued.get(e.cmdId)?.tabs ?? []);
      this.enqueued.set(entry.cmdId, { device, entry, enqueuedAt, tabs: [entry.deviceId, ...heirOf] });
    }
    for (const { cmdId } of plan.remove) this.replaced.add(cmdId);
    for (const cmdId of plan.dismiss) this.dealtWith.add(cmdId);
  }

  /** I8: on one screen no order goes back to an older version, and nothing leaves the rejected list by itself. */
  #onShown(tab: Tab): void {
    const { rejected } = tab.engine.getView();
    const rejectedIds = new Set(rejected.map((r) => r.entry.cmdId));
    for (const id of this.#shownRejected.get(tab) ?? [])
      if (!rejectedIds.has(id) && !this.dealtWith.has(id) && !tab.device.forgot)
        this.broken.push(`I8: ${this.enqueued.get(id)?.entry.type} left the rejected list by itself`);
    this.#shownRejected.set(tab, rejectedIds);
    const known = this.#vers.get(tab) ?? new Map<string, number>();
    this.#vers.set(tab, known);
    for (const [key, { body }] of orderEntity.shown(tab.engine.getView())) {
      const before = known.get(key) ?? -1;
      if (body.ver < before) this.broken.push(`I8: ${key} went back from ${before} to ${body.ver}`);
      if (body.ver !== before) known.set(key, body.ver);
    }
  }

  /** What the server applied is on its device's disk as a command still, or as the order that it made (I8). */
  #onKilled(device: Device): void {
    if (device.forgot) return;
    const waiting = new Set([...device.memory.outbox.values()].map((e) => e.cmdId));
    for (const { cmdId, uid, order } of this.shop.applied) {
      if (this.enqueued.get(cmdId)?.device !== device || waiting.has(cmdId) || this.discarded.has(cmdId)) continue;
      const ver = device.memory.entities.get(`order:${uid}`)?.ver ?? -1;
      if (ver < order.ver) this.broken.push(`I8: a disk fell back to ver ${ver} of ${order.ver}`);
    }
  }

  #onExpired(device: Device, { cmdId, lane, ttlMs, type }: Entry): void {
    const age = (id: string): number => device.engineTime() - (this.enqueued.get(id)?.enqueuedAt.total ?? 0);
    // A dependant expires with what it was built on.
    const old = [...this.enqueued.values()].some(
      ({ device: d, entry }) => d === device && entry.lane === lane && age(entry.cmdId) >= entry.ttlMs,
    );
    // A second tab may die before it has heard how long the first one slept.
    if (age(cmdId) < ttlMs && !old && !this.manyTabs) this.broken.push(`TTL: ${type} expired early`);
  }

  #onDeparture(device: Device, { cmdId, settleOnly }: { cmdId: string; settleOnly: boolean }): void {
    if (device.memory.full) this.unmarked.add(cmdId);
    const enqueued = this.enqueued.get(cmdId);
    // A second tab's tap just before a night's sleep counts from when the sending tab sees it.
    // What is decided already cannot be late.
    if (this.shop.statusOf(cmdId) !== null || device.forgot) return;
    if (
      enqueued &&
      !settleOnly &&
      !this.manyTabs &&
      device.openTime() - enqueued.enqueuedAt.open > enqueued.entry.ttlMs + 1_000
    )
      this.broken.push(`TTL: ${enqueued.entry.type} was sent late`);
  }
}
