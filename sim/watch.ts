import { orderEntity } from '#commands/order/order-entity.ts';
import type { EnqueuePlan } from '#sync/store.ts';
import type { Entry } from '#sync/entry.ts';
import { Answers } from './answers.ts';
import { simGroupEntity } from './groups/group-commands.ts';
import type { Played } from './played.ts';
import type { Departure, DeviceMoment, SimulatedDevice, SimulatedTab } from './surroundings.ts';

/** Observes a history while it runs, and records violations. */
export class Watch {
  #h: Played;
  #log: (what: () => string) => void;
  readonly answers: Answers;
  #vers = new Map<SimulatedTab, Map<string, number>>();
  #shownRejected = new Map<SimulatedTab, ReadonlySet<string>>();

  constructor(played: Played, log: (what: () => string) => void) {
    this.#h = played;
    this.#log = log;
    this.answers = new Answers(
      (text) => void played.broken.push(text),
      () => played.manyTabs,
    );
  }

  onEnqueued(device: SimulatedDevice, plan: EnqueuePlan, enqueuedAt: DeviceMoment): void {
    if (plan.put.length > 0) device.onEngineTimeWritten(enqueuedAt.total);
    for (const { seq, type, base, cmdId } of plan.put)
      this.#log(() => `device ${device.actor} enqueued ${seq} ${type} ${cmdId} on ${JSON.stringify(base)}`);
    for (const entry of plan.put) {
      const heirOf = plan.remove
        .filter((e) => e.lane === entry.lane)
        .flatMap((e) => this.#h.enqueued.get(e.cmdId)?.tabs ?? []);
      this.#h.enqueued.set(entry.cmdId, {
        device,
        disk: device.disk,
        entry,
        enqueuedAt,
        tabs: [entry.deviceId, ...heirOf],
      });
    }
    for (const { cmdId } of plan.remove) this.#h.replaced.add(cmdId);
    for (const cmdId of plan.dismiss) this.#h.dealtWith.add(cmdId);
  }

  /**
   * I8: every effect that the server applied is still on its device's disk, as a command or as the order that it
   * created.
   */
  onKilled(device: SimulatedDevice): void {
    if (device.forgot) return;
    const { disk } = device;
    const waiting = new Set([...disk.outbox.values()].map((e) => e.cmdId));
    for (const { cmdId, uid, order } of this.#h.shop.applied) {
      if (this.#h.enqueued.get(cmdId)?.disk !== disk || waiting.has(cmdId)) continue;
      if (this.#h.discarded.has(cmdId) || this.#h.evicted.has(cmdId)) continue;
      // After an epoch a device reads the board again; a finished order is not on it.
      if (
        this.#h.undone.size > 0 &&
        ['COMPLETE', 'REJECTED'].includes(this.#h.shop.orders().find((o) => o.uid === uid)?.status ?? '')
      )
        continue;
      const ver = disk.entities.get(`order:${uid}`)?.ver ?? -1;
      if (ver < order.ver) this.#h.broken.push(`I8: a disk fell back to ver ${ver} of ${order.ver}`);
    }
  }

  onExpired(tab: SimulatedTab, { cmdId, lane, ttlMs, type, deviceId }: Entry): void {
    const { device } = tab;
    const age = (id: string): number => device.engineTime() - (this.#h.enqueued.get(id)?.enqueuedAt.total ?? 0);
    // A dependant expires with the command on which it was built.
    const old = [...this.#h.enqueued.values()].some(
      ({ device: d, entry }) => d === device && entry.lane === lane && age(entry.cmdId) >= entry.ttlMs,
    );
    // A second tab may die before it learns how long the first one slept; but a page knows the age of its own taps.
    const exact = deviceId === tab.deviceId || !this.#h.manyTabs;
    if (age(cmdId) < ttlMs && !old && exact) this.#h.broken.push(`TTL: ${type} expired early`);
  }

  onEvicted({ disk }: SimulatedDevice): void {
    const { enqueued, evicted } = this.#h;
    this.#h.evictions += 1;
    for (const [cmdId, one] of enqueued)
      if (one.disk === disk && !evicted.has(cmdId)) evicted.set(cmdId, this.#h.evictions);
  }

  onDeparture(tab: SimulatedTab, sent: Departure): void {
    const { device } = tab;
    const { cmdId, settleOnly } = sent;
    this.answers.onDeparture(tab, sent);
    const isMarked = [...device.disk.outbox.values()].every((e) => e.cmdId !== cmdId || e.attempts > 0);
    if (device.disk.full || (this.#h.hasAborts && !isMarked)) this.#h.unmarked.add(cmdId);
    const enqueued = this.#h.enqueued.get(cmdId);
    if (enqueued && enqueued.entry.actor !== tab.actor)
      this.#h.broken.push(`identity: ${enqueued.entry.type} was sent as another person`);
    const needed = enqueued?.entry.dependsOn ?? null;
    if (needed !== null && device.disk.rejected.has(needed) && !device.forgot && !settleOnly)
      this.#h.broken.push(`I1: ${enqueued?.entry.type} was sent although what it needs was rejected`);
    // A second tab's tap just before a long sleep ages only from when the sending tab sees it. A decided command cannot
    // be late.
    if (this.#h.statusOf(cmdId) !== null || device.forgot) return;
    if (
      enqueued &&
      !settleOnly &&
      !this.#h.manyTabs &&
      device.openTime() - enqueued.enqueuedAt.open > enqueued.entry.ttlMs + 1_000
    )
      this.#h.broken.push(`TTL: ${enqueued.entry.type} was sent late`);
  }

  /** I8: no order on a screen returns to an older version, and no command leaves the rejected list by itself. */
  onShown(tab: SimulatedTab): void {
    const { rejected } = tab.engine.getView();
    const rejectedIds = new Set(rejected.map((r) => r.entry.cmdId));
    for (const id of this.#shownRejected.get(tab) ?? [])
      if (!rejectedIds.has(id) && !this.#h.dealtWith.has(id) && !tab.device.forgot)
        this.#h.broken.push(`I8: ${this.#h.enqueued.get(id)?.entry.type} left the rejected list by itself`);
    this.#shownRejected.set(tab, rejectedIds);
    const known = this.#vers.get(tab) ?? new Map<string, number>();
    this.#vers.set(tab, known);
    const view = tab.engine.getView();
    for (const [key, { body }] of [...orderEntity.shown(view), ...simGroupEntity.shown(view)]) {
      const before = known.get(key) ?? -1;
      // An order that the server lost may wait again, as only this device knows it.
      if (body.ver === 0 && this.#h.unmade.has(key)) continue;
      if (body.ver < before) this.#h.broken.push(`I8: ${key} went back from ${before} to ${body.ver}`);
      if (body.ver !== before) known.set(key, body.ver);
    }
  }
}
