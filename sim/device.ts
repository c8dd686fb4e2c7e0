import type { CallContext } from '#data/api.ts';
import { headersOf } from '#data/api.ts';
import type { StoreFeed } from '#data/feeds.ts';
import { openFeed, readChange } from '#data/feeds.ts';
import type { OrderCalls } from '#data/order-commands.ts';
import { orderCommands } from '#data/order-commands.ts';
import type { Order } from '#domain/order.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { Engine } from '#sync/engine.ts';
import type { Entry } from '#sync/entry.ts';
import type { MintPlan } from '#sync/mint.ts';
import type { OutboxStore } from '#sync/store.ts';
import { MemoryOutbox } from '#testing/memory-outbox.ts';
import type { Shop } from './shop.ts';
import type { Json, Line, Sent, Wire } from './wire.ts';
import { noAnswer, refreshPath } from './wire.ts';
import type { Chance, World } from './world.ts';

export const currency = memoryStore.currency;
const storeId = memoryStore.id;

export interface Surroundings {
  readonly world: World;
  readonly wire: Wire;
  readonly shop: Shop;
  readonly chance: Chance;
  /** A disk that takes its time, so that tabs get between each other. */
  readonly slowDisk: boolean;
  /** Share of socket events that never arrive, or arrive twice or late. */
  eventTrouble: number;
  readonly log: (what: string) => void;
  readonly onMinted: (device: Device, plan: MintPlan, bornAt: Moment) => void;
  readonly onKilled: (device: Device) => void;
  readonly onExpired: (device: Device, entry: Entry) => void;
  readonly onShown: (tab: Tab) => void;
  readonly onDeparture: (device: Device, entry: { cmdId: string; settleOnly: boolean }) => void;
}

/** Ms that a device has lived, and those of them with an open page that the disk heard of. */
export interface Moment {
  readonly total: number;
  readonly open: number;
}

/** One person's tablet: a disk that survives everything but its wiping, and up to two tabs. */
export class Device {
  readonly memory = new MemoryOutbox<Order>();
  readonly line: Line = { up: true, portal: false, revokedUpTo: 0 };
  readonly tabs: Tab[] = [];
  readonly around: Surroundings;
  readonly actor: number;
  /** What `navigator.onLine` says. */
  hint = true;
  /** Sleeps that the monotonic clock did not count. */
  uncounted = 0;
  holder: Tab | null = null;
  generation = 0;
  #shut = 0;
  #shutSince: number | null = 0;
  #writtenAt = 0;

  constructor(around: Surroundings, actor: number) {
    this.around = around;
    this.actor = actor;
  }

  get alive(): Tab[] {
    return this.tabs.filter((t) => t.alive);
  }

  /** Milliseconds that this device has lived through. */
  lived(): number {
    return this.around.world.now - this.uncounted;
  }

  /** Of these, the milliseconds with an open page: what a command's age can count. */
  livedOpen(): number {
    return this.lived() - this.#shut - (this.#shutSince === null ? 0 : this.lived() - this.#shutSince);
  }

  moment(): Moment {
    return { total: this.lived(), open: this.livedOpen() };
  }

  onLifeWritten(): void {
    this.#writtenAt = this.lived();
  }

  onClosed(): void {
    // What was lived since the last write is forgotten with the page.
    if (this.alive.length === 0) this.#shutSince = Math.max(this.#shutSince ?? 0, this.#writtenAt);
  }

  open(): Tab {
    if (this.#shutSince !== null) this.#shut += this.lived() - this.#shutSince;
    this.#shutSince = null;
    const tab = new Tab(this);
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

  /** Web Locks: the lock goes to the first that waits; a visible tab takes it from one that does not answer. */
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
    void thief.engine.lead(true);
    holder.now(() => void holder.engine.lead(false));
  }

  nudge(from: Tab): void {
    for (const tab of this.alive)
      if (tab !== from) this.around.world.after(1, () => tab.now(() => tab.engine.nudged()));
  }
}

/** A page: the shipped engine and feed, on this device's disk and network. */
export class Tab {
  readonly device: Device;
  readonly engine: Engine<Order>;
  readonly feed: StoreFeed;
  alive = true;
  frozen = false;
  /** The page dies at the n-th disk operation from now; odd: just after it was written. */
  crashIn: number | null = null;
  /** When each tap that is on its way to the disk was made. */
  readonly tapped: Moment[] = [];
  #deferred: (() => void)[] = [];
  #connected = false;
  #cancelSocket: () => void = () => {};
  #generation: number;
  #lastAsk = 0;

  constructor(device: Device) {
    this.device = device;
    device.generation += 1;
    this.#generation = device.generation;
    const { world, shop, chance } = device.around;
    this.engine = new Engine<Order>({
      store: this.#disk(),
      commands: orderCommands(this.#api()),
      actor: device.actor,
      deviceId: chance.uuid(),
      now: () => device.lived(),
      luck: chance.next,
      newId: () => chance.uuid(),
      wakeIn: (ms, wake) => world.after(ms, () => this.now(wake)),
      writeTimeoutMs: 15_000,
      renewToken: (than) => this.#renew(than),
      nudge: () => device.nudge(this),
      onDisk: () => {},
    });
    this.feed = openFeed(this.engine, 'admin', currency, {
      ask: (since) => {
        const query = since === null ? '' : `&since=${since}`;
        const path = `/store/${storeId}/changes?audience=admin${query}`;
        return this.#call({ method: 'GET', path, headers: {}, body: null }, 10_000);
      },
      onChange: () => {},
      onFresh: () => {},
    });
    this.engine.subscribe(() => device.around.onShown(this));
    shop.onAdminEvent((change) => {
      if (!this.alive || !this.#connected) return;
      const { eventTrouble } = device.around;
      if (chance.is(eventTrouble)) return;
      const copies = chance.is(eventTrouble) ? 2 : 1;
      const read = readChange(change, currency);
      for (let n = 0; n < copies; n += 1) {
        const late = chance.is(eventTrouble) ? chance.below(5_000) : chance.below(40);
        if (read) world.after(1 + late, () => this.now(() => void this.feed.event(read)));
      }
    });
  }

  boot(): void {
    const { device } = this;
    const { world } = device.around;
    void this.engine.start().then(() => {
      this.engine.tokenChanged(this.#generation);
      this.surroundingsChanged();
      device.elect();
      this.socket(device.line.up);
      this.#every(15_000, () => this.#poll());
      this.#every(30_000, () => this.engine.tick());
      this.#lastAsk = world.now;
      void this.feed.catchUp();
    });
  }

  /** Runs now, at the thaw, or never. */
  now(work: () => void): void {
    if (!this.alive) return;
    if (this.frozen) this.#deferred.push(work);
    else work();
  }

  kill(): void {
    if (!this.alive) return;
    this.alive = false;
    const { device } = this;
    if (device.holder === this) device.holder = null;
    device.onClosed();
    device.around.onKilled(device);
    device.elect();
  }

  freeze(): void {
    this.frozen = true;
    this.#connected = false;
    this.device.around.world.after(6_500, () => {
      if (this.alive && this.frozen) this.device.stealFromFrozen();
    });
  }

  thaw(): void {
    if (!this.frozen) return;
    this.frozen = false;
    const waiting = this.#deferred;
    this.#deferred = [];
    for (const work of waiting) this.now(work);
    this.surroundingsChanged();
    this.socket(this.device.line.up);
  }

  surroundingsChanged(): void {
    this.engine.network(this.device.hint);
    this.engine.wake();
    if (this.device.hint) void this.feed.catchUp(true);
  }

  /** The realtime connection comes back by itself a moment after the network. */
  socket(up: boolean): void {
    const { world, wire, chance } = this.device.around;
    this.#connected = false;
    this.#cancelSocket();
    if (!up) return;
    const connect = (): void => {
      if (!this.device.line.up) return;
      if (!wire.serverUp) {
        this.#cancelSocket = world.after(1_000 + chance.below(5_000), () => this.now(connect));
        return;
      }
      this.#connected = true;
      this.engine.wake();
      void this.feed.catchUp(true);
    };
    this.#cancelSocket = world.after(200 + chance.below(1_500), () => this.now(connect));
  }

  /** The server's head every 30 s: a lost last event is noticed. */
  hearHead(seq: number): void {
    if (this.#connected) this.now(() => void this.feed.head(seq));
  }

  #poll(): void {
    const { now } = this.device.around.world;
    if (now - this.#lastAsk < (this.#connected ? 60_000 : 15_000)) return;
    this.#lastAsk = now;
    void this.feed.catchUp();
  }

  #every(ms: number, work: () => void): void {
    const { world } = this.device.around;
    const again = (): void => {
      world.after(ms, () => {
        if (!this.alive) return;
        again();
        // Timers of a frozen page do not pile up.
        if (!this.frozen) work();
      });
    };
    again();
  }

  #renew(than: number): void {
    this.#call({ method: 'POST', path: refreshPath, headers: {}, body: null }, 15_000).then(
      () => {
        if (this.#generation > than) return;
        this.device.generation += 1;
        this.#generation = this.device.generation;
        this.engine.tokenChanged(this.#generation);
      },
      () => {},
    );
  }

  #sent(call: Omit<Sent, 'actorId' | 'generation'>): Sent {
    return { ...call, actorId: this.device.actor, generation: this.#generation };
  }

  /** An answer reaches a frozen page at its thaw; what it carries is the caller's to trust. */
  #call(call: Omit<Sent, 'actorId' | 'generation'>, limitMs: number): Promise<Json> {
    const { wire, world } = this.device.around;
    const given = this.#sent(call);
    return new Promise((resolve, reject) => {
      const cancel = world.after(limitMs, () => this.now(() => reject(noAnswer(given.generation))));
      const name = `device ${this.device.actor} ${call.method} ${call.path} ${call.headers['idempotency-key'] ?? ''}`;
      const { log } = this.device.around;
      log(`${name} leaves`);
      const ended = (outcome: string, work: () => void): void => {
        cancel();
        log(`${name}: ${outcome}`);
        this.now(work);
      };
      wire.request(this.device.line, given, {
        answered: (body) => ended('answered', () => resolve(body)),
        failed: (failure) => ended(`${failure.status} ${failure.code}`, () => reject(failure)),
      });
    });
  }

  /** The shipped commands' calls, on this wire. */
  #api(): OrderCalls {
    const { onDeparture } = this.device.around;
    const call = (
      method: string,
      path: string,
      body: unknown,
      options: { context?: CallContext | undefined } | undefined,
    ): Promise<Json> => {
      const context = options?.context ?? {};
      onDeparture(this.device, { cmdId: context.idempotencyKey ?? '', settleOnly: context.settleOnly === true });
      const sent = { method, path: `/store/${storeId}/orders${path}`, headers: headersOf(context), body };
      return this.#call(sent, 15_000);
    };
    return {
      create: ({ store_id, ...submission }, options) =>
        call('POST', store_id === storeId ? '' : '/elsewhere', submission, options),
      changeStatus: ({ id, status }, options) => call('PATCH', `/${String(id)}`, { status }, options),
      reject: ({ id, reject_reason }, options) => call('PATCH', `/${String(id)}/reject`, { reject_reason }, options),
      delay: ({ id, minutes }, options) => call('PATCH', `/${String(id)}/delay`, { minutes }, options),
    };
  }

  #disk(): OutboxStore<Order> {
    const { memory, around } = this.device;
    const op = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const run = (): void => {
          if (!this.alive) return;
          const dies = this.crashIn !== null && this.crashIn <= 1;
          if (this.crashIn !== null) this.crashIn -= 1;
          if (dies && around.chance.is(0.5)) return this.kill();
          const done = work();
          if (dies) {
            done.catch(() => {});
            return this.kill();
          }
          done.then(
            (value) => this.now(() => resolve(value)),
            (error: unknown) => this.now(() => reject(error)),
          );
        };
        if (around.slowDisk) around.world.after(1 + around.chance.below(4), run);
        else run();
      });
    return {
      load: () => op(() => memory.load()),
      mint: (scope, plan) =>
        op(() => {
          const bornAt = this.tapped.shift() ?? { total: 0, open: 0 };
          let planned: MintPlan | null = null;
          const done = memory.mint(scope, (disk) => (planned = plan(disk)));
          if (planned && !memory.full) around.onMinted(this.device, planned, bornAt);
          return done;
        }),
      markSending: (entry) => op(() => memory.markSending(entry)),
      save: (entries: readonly Entry[]) => op(() => memory.save(entries)),
      ack: (entry, snapshots) =>
        op(() => {
          around.log(`device ${this.device.actor} acks ${entry.seq}`);
          return memory.ack(entry, snapshots);
        }),
      reject: (items, dropped, snapshots) =>
        op(() => {
          for (const { entry, kind } of items) if (kind === 'expired') around.onExpired(this.device, entry);
          around.log(
            `device ${this.device.actor} into the tray: ${items.map((i) => `${i.entry.seq} ${i.code}`).join(', ')}`,
          );
          return memory.reject(items, dropped, snapshots);
        }),
      merge: (change) => op(() => memory.merge(change)),
      dismiss: (cmdIds) => op(() => memory.dismiss(cmdIds)),
      revise: (cmdIds, change) => op(() => memory.revise(cmdIds, change)),
      live: (lived) =>
        op(() => {
          if (!memory.full) this.device.onLifeWritten();
          return memory.live(lived);
        }),
      close: () => memory.close(),
    };
  }
}
