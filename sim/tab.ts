import { storeCommands } from '#commands/commands.ts';
import type { FeedChange } from '#data/outbox/feeds.ts';
import { openFeed, readChange } from '#data/outbox/feeds.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { Engine } from '#sync/engine.ts';
import { EventBursts } from '#data/outbox/event-bursts.ts';
import { EventFeed } from '#sync/feed.ts';
import { simGroupCommands, simGroupEntity, roundEntity } from './groups/group-commands.ts';
import type { DeviceMoment, SimulatedDevice, SimulatedTab } from './surroundings.ts';
import type { OutboxStore } from '#sync/store.ts';
import { TabCalls } from './tab-calls.ts';
import { diskOf } from './tab-disk.ts';

const { currency, id: storeId } = memoryStore;
const paintMs = 32;

/** A page: the shipped engine and feed on this device's disk and network. */
export class SimTab implements SimulatedTab {
  readonly device: SimulatedDevice;
  readonly actor: number;
  readonly deviceId: string;
  readonly engine: Engine;
  readonly feeds: readonly EventFeed[];
  alive = true;
  frozen = false;
  /** The page dies at the n-th disk operation from now; if odd, just after its write. */
  crashIn: number | null = null;
  /** Times of the taps that are on their way to the disk. */
  readonly tapped: DeviceMoment[] = [];
  #deferred: (() => void)[] = [];
  readonly #store: OutboxStore;
  readonly #calls: TabCalls;
  readonly #bursts: readonly EventBursts[];
  #connected = false;
  #cancelSocket: () => void = () => {};
  #lastAsk = 0;

  constructor(device: SimulatedDevice) {
    this.device = device;
    const { world, shop, groups, chance } = device.around;
    this.actor = device.actor;
    this.deviceId = chance.uuid();
    this.#calls = new TabCalls(this);
    this.#store = diskOf(this);
    this.engine = new Engine({
      store: this.#store,
      commands: [...storeCommands(this.#calls.orders()), ...(groups ? simGroupCommands(this.#calls.groups()) : [])],
      actor: this.actor,
      deviceId: this.deviceId,
      now: () => device.engineTime(),
      jitter: chance.next,
      newId: () => chance.uuid(),
      wakeIn: (ms, wake) => world.after(ms, () => this.now(wake)),
      writeTimeoutMs: 15_000,
      renewToken: (than) => this.#calls.renew(than, (generation) => this.engine.tokenChanged(generation)),
      nudge: () => device.nudge(this),
      onDisk: () => {},
      onStep: (_at, _input, effects) => device.around.onDecided(this, effects),
    });
    const orders = openFeed(this.engine, 'admin', currency, {
      ask: (since) => {
        const query = since === null ? '' : `&since=${since}`;
        const path = `/store/${storeId}/changes?audience=admin${query}`;
        return this.#calls.read(path);
      },
      onChange: () => {},
      onFresh: () => {},
    });
    this.feeds = groups ? [orders, this.#openGroupFeed()] : [orders];
    this.#bursts = this.feeds.map(
      (feed) => new EventBursts(feed, (work) => void world.after(paintMs, () => this.now(work))),
    );
    this.engine.subscribe(() => device.around.onShown(this));
    groups?.onEvent((change) => this.#hear(1, change));
    shop.onAdminEvent((change) => {
      const read = readChange(change, currency);
      if (read) this.#hear(0, read);
    });
  }

  #openGroupFeed(): EventFeed {
    return new EventFeed({
      name: 'groups',
      entityTypes: [simGroupEntity.name, roundEntity.name],
      engine: this.engine,
      fetch: (since) => {
        const path = `/groups${since === null ? '' : `?since=${since}`}`;
        return this.#calls.read(path);
      },
      onChange: () => {},
      onFresh: () => {},
    });
  }

  /** Delivers an event of the socket: late, twice or never while there is trouble. */
  #hear(feed: number, change: FeedChange): void {
    if (!this.alive || !this.#connected) return;
    const { chance, world, eventTrouble } = this.device.around;
    if (chance.is(eventTrouble)) return;
    const copies = chance.is(eventTrouble) ? 2 : 1;
    for (let n = 0; n < copies; n += 1) {
      const late = chance.is(eventTrouble) ? chance.below(5_000) : chance.below(40);
      world.after(1 + late, () => this.now(() => this.#bursts[feed]?.hear(change)));
    }
  }

  #catchUp(anew = false): void {
    for (const feed of this.feeds) void feed.catchUp(anew);
  }

  boot(): void {
    const { device } = this;
    const { world } = device.around;
    void this.engine.start().then(() => {
      this.engine.tokenChanged(this.#calls.generation);
      this.surroundingsChanged();
      device.elect();
      this.socket(device.line.up);
      this.#every(15_000, () => this.#poll());
      this.#every(30_000, () => this.engine.tick());
      this.#lastAsk = world.now;
      this.#catchUp();
    });
  }

  /** Runs `work` now, at the thaw, or never. */
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
    this.#store.close();
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
    if (this.device.hint) this.#catchUp(true);
  }

  /** The realtime connection reconnects by itself a moment after the network. */
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
      this.#catchUp(true);
    };
    this.#cancelSocket = world.after(200 + chance.below(1_500), () => this.now(connect));
  }

  /** The server's head every 30 s, by which a lost last event is noticed. */
  hearHead(feed: number, seq: number): void {
    if (this.#connected) this.now(() => void this.feeds[feed]?.head(seq));
  }

  #poll(): void {
    const { now } = this.device.around.world;
    if (now - this.#lastAsk < (this.#connected ? 60_000 : 15_000)) return;
    this.#lastAsk = now;
    this.#catchUp();
  }

  #every(ms: number, work: () => void): void {
    const { world } = this.device.around;
    const again = (): void => {
      world.after(ms, () => {
        if (!this.alive) return;
        again();
        // Timers of a frozen page do not accumulate.
        if (!this.frozen) work();
      });
    };
    again();
  }
}
