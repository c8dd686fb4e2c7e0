import type { Played } from '#sim/played.ts';
import { simGroupEntity, roundEntity } from './group-commands.ts';

type Say = (text: string) => void;

/**
 * Checks groups and rounds: I2 each effect once, I6 on the state that the person saw, I3 every screen and disk equals
 * the server.
 */
export function groupsHold(h: Played, say: Say): void {
  const { groups: server } = h;
  if (!server) return;
  const once = new Set<string>();
  const made = new Set<string>();
  const lastBy = new Map<string, string | undefined>();
  for (const { cmdId, kind, id, from } of server.applied) {
    if (once.has(cmdId)) say(`I2: ${kind} was applied twice`);
    once.add(cmdId);
    if (kind !== 'state' && made.has(id)) say(`I2: a ${kind} was made twice`);
    if (kind !== 'state') made.add(id);
    const enqueued = h.enqueued.get(cmdId);
    const before = lastBy.get(id);
    lastBy.set(id, enqueued?.entry.deviceId);
    if (!enqueued || enqueued.entry.seen === null || from === enqueued.entry.seen) continue;
    if (!(before && enqueued.tabs.includes(before))) say(`I6: group meant ${enqueued.entry.seen} and changed ${from}`);
  }
  for (const device of h.devices) {
    const held = new Set([...device.disk.outbox.values()].map((e) => `${e.entityType}:${e.entityId}`));
    const all = [
      ...[...server.groups.values()].map(({ id, ver }) => ({ key: `group:${id}`, type: 'group', id, ver })),
      ...[...server.rounds.values()].map(({ id, ver }) => ({ key: `round:${id}`, type: 'round', id, ver })),
    ];
    const known = new Set(all.map((e) => e.key));
    for (const { key, type, id, ver } of all) {
      if (device.disk.entities.get(key)?.ver !== ver) say(`I3: a disk has another ver of a ${type}`);
      for (const tab of device.alive)
        if (tab.engine.snapshot(type, id)?.ver !== ver) say(`I3: a screen has another ver of a ${type}`);
    }
    for (const tab of device.alive) {
      const view = tab.engine.getView();
      for (const [id, { body }] of simGroupEntity.shown(view)) {
        if (held.has(`group:${id}`)) continue;
        const status = server.groups.get(id)?.status;
        if (status !== body.status) say(`I3: a screen says ${body.status} of a group, the server ${String(status)}`);
      }
      for (const id of roundEntity.shown(view).keys())
        if (!held.has(`round:${id}`) && !known.has(`round:${id}`)) say('I3: a round is only on a screen');
    }
  }
}
