import type { Request } from '#sync/entry.ts';
import type { Sale } from '#sim/taps.ts';
import type { SimulatedTab } from '#sim/surroundings.ts';
import type { SimGroup } from './group-commands.ts';
import { addRound, simGroupEntity, groupState, laneOf, openSimGroup } from './group-commands.ts';

const tables = 3;

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

function shownGroups({ engine }: SimulatedTab): SimGroup[] {
  return [...simGroupEntity.shown(engine.getView()).values()].filter((g) => g.sync !== 'sending').map((g) => g.body);
}

export const openTap = (id: string, pick: number): Request =>
  openSimGroup.request(id, { id, table: pick % tables }, null);

/** A round for a group that the screen shows as open. */
export function round(tab: SimulatedTab, id: string, pick: number): Request | null {
  const group = at(
    shownGroups(tab).filter((g) => g.status === 'OPEN'),
    pick,
  );
  return group ? addRound.request(id, { id, group: group.id }, null) : null;
}

/** Closes an open group, or reopens a closed one. */
export function state(tab: SimulatedTab, pick: number): Request | null {
  const group = at(shownGroups(tab), pick);
  return group ? groupState.request(group.id, { to: group.status === 'OPEN' ? 'CLOSED' : 'OPEN' }, group.status) : null;
}

/** Puts an order for a group into the group's lane: after its opening, before its closing. */
export function inGroup(tab: SimulatedTab, { request }: Sale, pick: number): Request {
  const group = at(shownGroups(tab), pick);
  return group ? { ...request, lane: laneOf(group.id) } : request;
}
