import { orderEntity } from '#commands/order/order-entity.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import type { SimulatedDisk } from './disks/simulated-disk.ts';
import type { Enqueued, Played } from './played.ts';
import { groupsHold } from './groups/group-checks.ts';

const applied = (status: number | null): boolean => status !== null && status < 300;

/**
 * The conditions that must hold once the faults have ended and all commands had time to be sent
 * (offline engine, How it is proven).
 */
export function violations(h: Played): string[] {
  const broken: string[] = [];
  const say = (text: string): void => void broken.push(text);
  for (const [cmdId, enqueued] of h.enqueued) ended(h, cmdId, enqueued, say);
  for (const cmdId of h.accepted) if (!h.enqueued.has(cmdId)) say('I1: a tap was accepted and is on no disk');
  if (h.shop.settledByApplying > 0) say('TTL: a command was applied by asking what became of it');
  effects(h, say);
  screens(h, say);
  groupsHold(h, say);
  inOrder(h, say);
  alone(h, say);
  return broken;
}

type Say = (text: string) => void;

/** I1: applied or on the rejected list, never both, never neither. I7: no command is left to send. */
function ended(h: Played, cmdId: string, { device, disk, entry }: Enqueued, say: Say): void {
  if (h.evicted.has(cmdId)) return;
  const what = `${entry.type} seq ${entry.seq}`;
  const waiting = [...disk.outbox.values()].find((e) => e.cmdId === cmdId);
  const item = disk.rejected.get(cmdId);
  const wasRejected = item !== undefined || h.dealtWith.has(cmdId);
  const done = applied(h.statusOf(cmdId));
  const unsure = h.unmarked.has(cmdId);
  // Commands behind a held command wait for the person too.
  const isHeld = [...disk.outbox.values()].some((e) => e.held !== null && e.lane === entry.lane && e.seq <= entry.seq);
  if (waiting && !isHeld) say(`I7: ${what} was not sent within 60 s`);
  if (h.replaced.has(cmdId)) {
    if (done && !unsure) say(`I1: ${what} was replaced and applied`);
    return;
  }
  if (done && h.gone.has(cmdId) && !unsure) say(`I1: ${what} was discarded as never sent, and applied`);
  // The refusal may be one of the database that went back in time.
  const wasUndone = h.undone.has(cmdId) || h.unmade.has(entry.entityId);
  if (item?.kind === 'refused' && h.statusOf(cmdId) === null && !wasUndone && !fellWith(h, item.entry, disk))
    say(`I1: ${what} was rejected and nobody had refused it`);
  // The person read it on a rejected list that was only in memory, because the disk was full; after a restart it is
  // gone.
  const forgotten = item === undefined && device.forgot;
  if (done && wasRejected && !unsure && !forgotten && !wasUndone)
    say(`I1: ${what} was applied and is on the rejected list`);
  // Applied, acknowledged and undone: it had left the outbox, and its effect is gone with the database.
  if (!done && !wasRejected && !waiting && !h.discarded.has(cmdId) && !h.undone.has(cmdId)) say(`I1: ${what} was lost`);
  // Its first answer was lost and every later one was a 5xx: the next "Reintentar" learns the outcome.
  const unheard = waiting?.held === 'poison';
  if (done && waiting && !unheard) say(`I1: ${what} was applied and still waits`);
}

/** Whether a command on which it was built was refused, or its entity never came to exist. */
function fellWith(h: Played, { base, dependsOn, entityType, entityId }: Entry, disk: SimulatedDisk): boolean {
  const ids = entityType === 'order' ? h.shop.orders().map((o) => o.uid) : [...(h.groups?.groups.keys() ?? [])];
  if (entityType !== 'round' && !ids.includes(entityId)) return true;
  const before = [base && 'after' in base ? base.after : null, dependsOn];
  return before.some((id) => id !== null && (disk.rejected.has(id) || h.dealtWith.has(id) || h.discarded.has(id)));
}

/** I2: each effect once. I4: amounts as sold. I6: on the state that the person saw. */
function effects(h: Played, say: Say): void {
  const seen = new Set<string>();
  const uids = new Set<string>();
  const lastBy = new Map<string, string | undefined>();
  for (const { cmdId, uid, kind, from, order } of h.shop.applied) {
    if (seen.has(cmdId)) say(`I2: ${kind} was applied twice`);
    seen.add(cmdId);
    if (kind === 'create') {
      if (uids.has(uid)) say('I2: one order was created twice');
      uids.add(uid);
      const sold = h.sold.get(uid);
      if (Math.round(order.total * 100) !== sold) say(`I4: sold ${sold}, stored ${order.total}`);
    }
    const enqueued = h.enqueued.get(cmdId);
    const before = lastBy.get(uid);
    // A delay in between does not affect the register of the next tap.
    if (from !== order.status) lastBy.set(uid, enqueued?.entry.deviceId);
    if (!enqueued) continue;
    const { entry, tabs } = enqueued;
    // Two quick taps on one screen: the second knows of the first before it is rendered.
    if (entry.seen !== null && from !== entry.seen && !(before && tabs.includes(before)))
      say(`I6: ${entry.type} meant ${entry.seen} and changed ${from}`);
  }
}

/** I5: the commands of one device in one lane were applied in the order of its taps, whatever their entities. */
function inOrder(h: Played, say: Say): void {
  const lastSeq = new Map<string, number>();
  const applications = [...h.shop.applied, ...(h.groups?.applied ?? [])].toSorted((a, b) => a.at - b.at);
  for (const { cmdId } of applications) {
    const enqueued = h.enqueued.get(cmdId);
    if (!enqueued) continue;
    const { entry, device } = enqueued;
    // After an eviction the numbers begin again.
    const lane = `${h.devices.indexOf(device)} ${entry.actor} ${h.evicted.get(cmdId) ?? 0} ${entry.lane}`;
    if ((lastSeq.get(lane) ?? 0) > entry.seq && !device.forgot && !h.undone.has(cmdId))
      say(`I5: ${entry.type} overtook a later one`);
    lastSeq.set(lane, entry.seq);
  }
}

/** I3: every screen and every disk equals the server. */
function screens(h: Played, say: Say): void {
  const orders = h.shop.orders();
  for (const device of h.devices) {
    const held = new Set([...device.disk.outbox.values()].map((e) => e.entityId));
    for (const order of orders) {
      const key = `order:${order.uid}`;
      const stored = device.disk.entities.get(key);
      // A device that lost its data gets only what is on the board.
      if (!stored && (order.status === 'COMPLETE' || order.status === 'REJECTED')) continue;
      if (stored?.ver !== order.ver) say(`I3: a disk has ver ${stored?.ver} of ${order.ver}`);
      for (const tab of device.alive) {
        const snapshot = tab.engine.snapshot('order', order.uid);
        const shown = orderEntity.shown(tab.engine.getView()).get(order.uid)?.body;
        if (snapshot?.ver !== order.ver) say(`I3: a screen has ver ${snapshot?.ver} of ${order.ver}`);
        if (held.has(order.uid) || !shown) continue;
        if (shown.status !== order.status) say(`I3: a screen says ${shown.status}, the server ${order.status}`);
        if (shown.total !== Math.round(order.total * 100)) say(`I4: a screen says ${shown.total} for ${order.total}`);
      }
    }
    for (const tab of device.alive)
      for (const [key, { body }] of orderEntity.shown(tab.engine.getView()))
        if (!held.has(body.uid) && !orders.some((o) => o.uid === body.uid)) say(`I3: ${key} is only on a screen`);
    for (const { type, id } of device.disk.entities.values())
      if (type === 'order' && !held.has(id) && !orders.some((o) => o.uid === id)) say(`I3: ${id} is only on a disk`);
  }
}

const unfair = new Set(['outside', 'poison', 'discard', 'sleep', 'full', 'abort', 'again', 'swap', 'foreign']);

/** Whether the server went back to another state than the person saw, or to none; the commands that follow are refused too. */
const isOfLost = (h: Played, { entry, found }: RejectedCommand, disk: SimulatedDisk): boolean =>
  h.undone.size > 0 &&
  (h.unmade.has(entry.entityId) || found !== entry.seen || isUndone(h, entry) || fellWith(h, entry, disk));

/** Whether the server went back behind another command about the entity. A command without a base does not say what was seen. */
const isUndone = (h: Played, { entityId, base }: Entry): boolean =>
  base === null && [...h.undone].some((id) => h.enqueued.get(id)?.entry.entityId === entityId);

/** I9: one device alone is never refused. */
function alone(h: Played, say: Say): void {
  const [device] = h.devices;
  if (!device || h.devices.length > 1 || h.manyTabs || h.script.steps.some((s) => unfair.has(s.kind))) return;
  for (const item of device.disk.rejected.values())
    // A second group at a table is refused for every device, together with the rounds that need it.
    if (item.kind === 'refused' && item.code !== 'group_open' && !isOfLost(h, item, device.disk))
      say(`I9: ${item.entry.type} was refused with ${item.code}`);
}
