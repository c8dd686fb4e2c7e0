import type { RejectedCommand } from '#sync/entry.ts';
import type { SimDevice } from './device.ts';
import * as groupTaps from './groups/group-taps.ts';
import type { Played } from './played.ts';
import type { HistoryStep } from './steps.ts';
import type { DeviceSurroundings, SimulatedTab } from './surroundings.ts';
import type { Sale, TapKind } from './taps.ts';
import { acceptAll, sale, tap } from './taps.ts';
import { clear } from './wire.ts';

/** The actions of people, networks and servers in a history, one step at a time. */
export class SimActions {
  #h: Played;
  #devices: readonly SimDevice[];
  #around: DeviceSurroundings;

  constructor(played: Played, devices: readonly SimDevice[], around: DeviceSurroundings) {
    this.#h = played;
    this.#devices = devices;
    this.#around = around;
  }

  play({ kind, device: which, pick }: HistoryStep): void {
    const device = this.#devices[which % this.#devices.length];
    if (!device) return;
    this.#around.log(() => `device ${device.actor}: ${kind} ${pick}`);
    const tab = device.alive[pick % Math.max(1, device.alive.length)];
    const person = tab && !tab.frozen ? tab : undefined;
    this.#actions(device, tab, person, pick)[kind]?.();
  }

  /** The action of each step; undefined or without effect when there is no device or tab to perform it. */
  #actions(
    device: SimDevice,
    tab: SimulatedTab | undefined,
    person: SimulatedTab | undefined,
    pick: number,
  ): Readonly<Record<HistoryStep['kind'], (() => void) | undefined>> {
    const taps = (kind: TapKind) =>
      person &&
      (() => {
        const request = tap(kind, person, pick, this.#h.world.wall());
        if (request) this.#tapped(person, () => person.engine.enqueue(request).then((id) => [id]));
      });
    const bulk = (on: SimulatedTab) => (): void =>
      this.#tapped(on, () => on.engine.enqueueAll(acceptAll(on, this.#around.chance.uuid(), this.#h.world.wall())));
    const { chance, groups } = this.#around;
    const inGroups = (request: (on: SimulatedTab, id: string) => ReturnType<typeof tap>) =>
      groups &&
      person &&
      (() => {
        const given = request(person, chance.uuid());
        if (given) this.#tapped(person, () => person.engine.enqueue(given).then((id) => [id]));
      });
    return {
      group: inGroups((_on, id) => groupTaps.openTap(id, pick)) ?? undefined,
      round: inGroups((on, id) => groupTaps.round(on, id, pick)) ?? undefined,
      close: inGroups((on) => groupTaps.state(on, pick)) ?? undefined,
      seat:
        groups && person ? () => this.#sell(person, pick, (sold) => groupTaps.inGroup(person, sold, pick)) : undefined,
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
      thaw: () => {
        device.disk.disconnect();
        device.alive.forEach((t) => t.thaw());
      },
      abort: () => {
        device.disk.aborts = 1 + (pick % 3);
        device.wasFull = true;
      },
      power: () => device.losePower(),
      evict: () => device.evict(),
      swap: () => device.swap(),
      foreign: () => this.#foreign(device, pick),
      down: () => {
        this.#around.wire.crash();
        for (const t of this.#devices.flatMap((d) => d.alive)) t.socket(true);
      },
      restore: () => this.#goBack(pick),
      outage: () => {
        this.#around.wire.ill = true;
      },
      up: () => this.#around.wire.restart(),
      revoke: () => {
        device.line.revokedUpTo = device.generation;
      },
      sleep: () => this.#sleep(pick),
      clock: () => {
        this.#h.world.wallOffset = ((pick % 17) - 8) * 86_400_000;
      },
      outside: () => this.#outside(pick),
      poison: () => {
        const pending = [...device.disk.outbox.values()];
        const victim = pending[pick % Math.max(1, pending.length)];
        if (victim) this.#around.wire.poisoned.add(victim.cmdId);
      },
      storm: () => {
        this.#around.wire.weather = {
          lost: 0.1 + (pick % 3) / 10,
          twice: 0.1,
          failing: 0.06,
          slowMs: pick % 2 ? 60 : 2_500,
        };
        this.#around.eventTrouble = 0.25;
      },
      calm: () => {
        this.#around.wire.weather = clear;
        this.#around.eventTrouble = 0;
      },
      full: () => {
        device.disk.full = true;
        device.wasFull = true;
      },
      room: () => {
        device.disk.full = false;
      },
      again: person && (() => this.#onRejected('again', person, pick)),
      understood: person && (() => this.#onRejected('understood', person, pick)),
      discard: person && (() => this.#onRejected('discard', person, pick)),
      retry: person && (() => this.#onRejected('retry', person, pick)),
    };
  }

  #onRejected(kind: 'again' | 'understood' | 'discard' | 'retry', tab: SimulatedTab, pick: number): void {
    const { engine } = tab;
    const { rejected, pending } = engine.getView();
    const item = rejected[pick % Math.max(1, rejected.length)];
    const waiting = pending[pick % Math.max(1, pending.length)];
    const ignore = (work: Promise<unknown>): void => void work.catch(() => {});
    if (kind === 'again' && item) return this.#applyAgain(tab, item);
    if (kind === 'understood' && item) {
      this.#h.dealtWith.add(item.entry.cmdId);
      return ignore(engine.dismiss([item.entry.cmdId]));
    }
    if (kind === 'retry') return ignore(engine.retry(pending.filter((e) => e.held).map((e) => e.cmdId)));
    if (kind !== 'discard' || !waiting) return;
    for (const e of pending) if (e.lane === waiting.lane && e.seq >= waiting.seq) this.#h.discarded.add(e.cmdId);
    ignore(engine.discard([waiting.cmdId]));
  }

  #tabsOf(device: SimDevice, kind: 'open' | 'logout' | 'update'): void {
    if (kind !== 'open') for (const t of device.alive) t.kill();
    if (kind !== 'logout' && device.alive.length < 2) device.open();
    if (device.alive.length > 1) this.#h.manyTabs = true;
  }

  #sell(person: SimulatedTab, pick: number, asked = ({ request }: Sale) => request): void {
    const sold = sale(this.#around.chance.uuid(), pick, this.#h.world.wall());
    this.#h.sold.set(sold.uid, sold.total);
    const request = asked(sold);
    this.#tapped(person, () => person.engine.enqueue(request).then((id) => [id]));
  }

  #applyAgain(tab: SimulatedTab, item: RejectedCommand): void {
    if (tab.engine.canApplyAgain(item))
      this.#tapped(tab, () => tab.engine.applyAgain(item.entry.cmdId).then((id) => [id]));
  }

  #tapped(tab: SimulatedTab, enqueue: () => Promise<readonly (string | null)[]>): void {
    tab.tapped.push(tab.device.moment());
    enqueue().then(
      (ids) => {
        for (const id of ids) if (id !== null) this.#h.accepted.add(id);
      },
      // The disk is full: the person was told that the tap was not accepted.
      () => {},
    );
  }

  #sleep(pick: number): void {
    const ms = (1 + (pick % 30)) * 3_600_000;
    this.#h.world.sleep(ms);
    // Some devices' clocks count the sleep, some do not.
    for (const [n, device] of this.#devices.entries()) if ((pick + n) % 2) device.uncounted += ms;
  }

  /** A copy of the database is restored: what the server decided since then never happened. */
  #goBack(pick: number): void {
    const { shop, enqueued, undone, unmade } = this.#h;
    const decided = [...enqueued.keys()].filter((id) => shop.statusOf(id) !== null);
    const made = shop.orders().map((o) => o.uid);
    this.#around.wire.restore();
    shop.goBack(pick);
    for (const id of decided) if (shop.statusOf(id) === null) undone.add(id);
    const left = new Set(shop.orders().map((o) => o.uid));
    for (const uid of made) if (!left.has(uid)) unmade.add(uid);
    for (const t of this.#devices.flatMap((d) => d.alive)) t.socket(true);
  }

  /** A decided command's key comes again: from another person, or with another command's content. */
  #foreign(device: SimDevice, pick: number): void {
    const { wire, log } = this.#around;
    const decided = [...wire.sent].filter(([id]) => this.#h.shop.statusOf(id) !== null);
    const [cmdId, sent] = decided[pick % Math.max(1, decided.length)] ?? [];
    const [, content] = decided[(pick >> 2) % Math.max(1, decided.length)] ?? [];
    if (!cmdId || !sent || !content) return;
    const isSame = content.path === sent.path && JSON.stringify(content.body) === JSON.stringify(sent.body);
    const stranger =
      pick % 2 || isSame ? { ...sent, actorId: (sent.actorId % 3) + 1 } : { ...content, headers: sent.headers };
    log(() => `device ${device.actor} sends ${cmdId} as somebody else`);
    wire.replay(stranger, (status) => {
      if (status !== 422 && status !== 409)
        this.#h.broken.push(`identity: the key of another command was answered with ${status}`);
    });
  }

  #outside(pick: number): void {
    const orders = this.#h.shop.orders();
    const order = orders[pick % Math.max(1, orders.length)];
    if (!order) return;
    const status = order.status === 'COMPLETE' ? 'PENDING' : 'COMPLETE';
    void this.#h.shop.outside({ orderId: order.id, status });
  }
}
