import type { CallContext, CommandCalls } from '#commands/api.ts';
import { storeCommands } from '#commands/commands.ts';
import { headersOf } from '#data/api/api.ts';
import { EventBursts } from '#data/outbox/event-bursts.ts';
import type { FeedChange } from '#data/outbox/feeds.ts';
import { openFeed, readChange } from '#data/outbox/feeds.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { Engine } from '#sync/engine.ts';
import { noAnswer } from '#sync/failure.ts';
import { EventFeed } from '#sync/feed.ts';
import { groupCommands, groupEntity, roundEntity } from './groups/group-commands.ts';
import type { GroupCalls } from './groups/group-commands.ts';
import type { DeviceMoment, SimulatedDevice, SimulatedTab } from './surroundings.ts';
import { diskOf } from './tab-disk.ts';
import type { Json, WireRequest } from './wire.ts';
import { refreshPath } from './wire.ts';

const { currency, id: storeId } = memoryStore;
const paintMs = 32;

/** A page: the shipped engine and feed on this device's disk and network. */
export class SimTab implements SimulatedTab {
  readonly device: SimulatedDevice;
  readonly engine: Engine;
  readonly feeds: readonly EventFeed[];
  alive = true;
  frozen = false;
  /** The page dies at the n-th disk operation from now; if odd, just after its write. */
  crashIn: number | null = null;
  /** Times of the taps that are on their way to the disk. */
  readonly tapped: DeviceMoment[] = [];
  #deferred: (() => void)[] = [];
  readonly #bursts: readonly EventBursts[];
  #connected = false;
  #cancelSocket: () => void = () => {};
  #generation: number;
  #lastAsk = 0;

  constructor(device: SimulatedDevice) {
    this.device = device;
    device.generation += 1;
    this.#generation = device.generation;
    const { world, shop, groups, chance } = device.around;
    this.engine = new Engine({
      store: diskOf(this),
      commands: [...storeCommands(this.#api()), ...(groups ? groupCommands(this.#groupApi()) : [])],
      actor: device.actor,
      deviceId: chance.uuid(),
      now: () => device.engineTime(),
      jitter: chance.next,
      newId: () => chance.uuid(),
      wakeIn: (ms, wake) => world.after(ms, () => this.now(wake)),
      writeTimeoutMs: 15_000,
      renewToken: (than) => this.#renew(than),
      nudge: () => device.nudge(this),
      onDisk: () => {},
    });
    const orders = openFeed(this.engine, 'admin', currency, {
      ask: (since) => {
        const query = since === null ? '' : `&since=${since}`;
        const path = `/store/${storeId}/changes?audience=admin${query}`;
        return this.#call({ method: 'GET', path, headers: {}, body: null }, 10_000);
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
      entityTypes: [groupEntity.name, roundEntity.name],
      engine: this.engine,
      fetch: (since) => {
        const path = `/groups${since === null ? '' : `?since=${since}`}`;
        return this.#call({ method: 'GET', path, headers: {}, body: null }, 10_000);
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
      this.engine.tokenChanged(this.#generation);
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

  #sent(call: Omit<WireRequest, 'actorId' | 'generation'>): WireRequest {
    return { ...call, actorId: this.device.actor, generation: this.#generation };
  }

  /** Sends a request. An answer reaches a frozen page at its thaw. The caller decides whether to trust its content. */
  #call(call: Omit<WireRequest, 'actorId' | 'generation'>, limitMs: number): Promise<Json> {
    const { wire, world } = this.device.around;
    const given = this.#sent(call);
    return new Promise((resolve, reject) => {
      const cancel = world.after(limitMs, () => this.now(() => reject(noAnswer(given.generation))));
      const name = (): string =>
        `device ${this.device.actor} ${call.method} ${call.path} ${call.headers['idempotency-key'] ?? ''}`;
      const { log } = this.device.around;
      log(() => `${name()} leaves`);
      const ended = (outcome: string, work: () => void): void => {
        cancel();
        log(() => `${name()}: ${outcome}`);
        this.now(work);
      };
      wire.request(this.device.line, given, {
        answered: (body) => ended('answered', () => resolve(body)),
        failed: (failure) => ended(`${failure.status} ${failure.code}`, () => reject(failure)),
      });
    });
  }

  #groupApi(): GroupCalls {
    const { onDeparture } = this.device.around;
    return {
      send: (method, path, body, { context }) => {
        onDeparture(this.device, { cmdId: context.idempotencyKey ?? '', settleOnly: context.settleOnly === true });
        return this.#call({ method, path: `/groups${path}`, headers: headersOf(context), body }, 15_000);
      },
    };
  }

  /** The shipped commands' calls over this wire. */
  #api(): CommandCalls {
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
    const orders: CommandCalls['orders'] = {
      create: ({ store_id, ...submission }, options) =>
        call('POST', store_id === storeId ? '' : '/elsewhere', submission, options),
      changeStatus: ({ id, status }, options) => call('PATCH', `/${String(id)}`, { status }, options),
      reject: ({ id, reject_reason }, options) => call('PATCH', `/${String(id)}/reject`, { reject_reason }, options),
      delay: ({ id, minutes }, options) => call('PATCH', `/${String(id)}/delay`, { minutes }, options),
    };
    return { orders, tickets: { send: () => Promise.reject(new Error('no tickets in here')) } };
  }
}
