import type { CallContext } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import { outcomeOf } from '#commands/outcome.ts';
import { isObject } from '#domain/unknown.ts';
import type { OfflineCommand } from '#sync/command.ts';
import { defineCommand } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import type { Snapshot } from '#sync/entry.ts';
import { ApiFailure } from '#sync/failure.ts';

/**
 * Two more entity types for the simulator: groups of people at a table, and the rounds that they order. They exist only
 * here and test two features that orders do not use: lanes that span types, and commands that need another entity.
 */
export interface SimGroup {
  readonly id: string;
  readonly table: number;
  readonly status: 'OPEN' | 'CLOSED';
  readonly rev: number;
  readonly ver: number;
}

export interface Round {
  readonly id: string;
  readonly group: string;
  readonly ver: number;
}

export const simGroupEntity = defineEntity<SimGroup>('group');
export const roundEntity = defineEntity<Round>('round');
export const simGroupSnapshot = (group: SimGroup): Snapshot => simGroupEntity.snapshot(group.id, group.ver, group);
export const roundSnapshot = (round: Round): Snapshot => roundEntity.snapshot(round.id, round.ver, round);

/** One lane for a group and all its entities. */
export const laneOf = (group: string): string => `group:${group}`;

export interface GroupCalls {
  readonly send: (
    method: 'POST' | 'PATCH',
    path: string,
    body: unknown,
    options: { readonly context: CallContext },
  ) => Promise<{ readonly group?: SimGroup; readonly round?: Round }>;
}

const ttlMs = 12 * 60 * 60_000;

const call = (answer: ReturnType<GroupCalls['send']>) =>
  outcomeOf(
    async () => {
      const { group, round } = await answer;
      return [...(group ? [simGroupSnapshot(group)] : []), ...(round ? [roundSnapshot(round)] : [])];
    },
    (body) => ({ snapshots: currentIn(body), found: null, by: null, at: null }),
  );

const isGroup = (value: unknown): value is SimGroup => isObject(value) && typeof value['rev'] === 'number';

const currentIn = (body: unknown): Snapshot[] =>
  isObject(body) && isGroup(body['current']) ? [simGroupSnapshot(body['current'])] : [];

const isOpenArgs = (body: unknown): body is { id: string; table: number } =>
  isObject(body) && typeof body['id'] === 'string' && typeof body['table'] === 'number';

/** Opens a group; refused when the table already has an open one. */
export const openSimGroup = defineCommand<{ id: string; table: number }, SimGroup, GroupCalls>({
  name: 'sim.group-open/1',
  entity: simGroupEntity,
  is: isOpenArgs,
  ttlMs,
  lane: laneOf,
  apply: (group, { id, table }) => group ?? { id, table, status: 'OPEN', rev: 1, ver: 0 },
  canApplyAgain: (group) => group === null,
  call: (args, context, { send }) => call(send('POST', '', args, callOptions(context))),
  texts: () => ({ title: () => 'open', notApplied: 'open', creates: true }),
});

const isStateArgs = (body: unknown): body is { to: SimGroup['status'] } =>
  isObject(body) && (body['to'] === 'OPEN' || body['to'] === 'CLOSED');

export const groupState = defineCommand<{ to: SimGroup['status'] }, SimGroup, GroupCalls>({
  name: 'sim.group-state/1',
  entity: simGroupEntity,
  is: isStateArgs,
  ttlMs,
  lane: laneOf,
  register: ({ rev, status }) => ({ rev, seen: status }),
  replacesUnsent: true,
  undoes: ({ to }, predecessor) => predecessor.seen === to,
  apply: (group, { to }) => group && { ...group, status: to },
  canApplyAgain: (group, { to }) => group !== null && group.status !== to,
  call: ({ to }, context, { send }) => {
    // The creation is earlier in the lane, so a missing snapshot means that the group was removed meanwhile.
    const id = context.entity?.id;
    if (id === undefined)
      return call(Promise.reject(new ApiFailure(404, 'not_found', '', { code: 'not_found' }, null, 0)));
    return call(send('PATCH', `/${id}`, { to }, callOptions(context)));
  },
  texts: ({ to }) => ({ title: () => to, notApplied: to, creates: false }),
});

const isRoundArgs = (body: unknown): body is { id: string; group: string } =>
  isObject(body) && typeof body['id'] === 'string' && typeof body['group'] === 'string';

/** Adds a round. It needs its group and is refused with it. */
export const addRound = defineCommand<{ id: string; group: string }, Round, GroupCalls>({
  name: 'sim.round-add/1',
  entity: roundEntity,
  is: isRoundArgs,
  ttlMs,
  lane: (_id, { group }) => laneOf(group),
  needs: ({ group }) => ({ type: simGroupEntity.name, id: group }),
  apply: (round, { id, group }) => round ?? { id, group, ver: 0 },
  canApplyAgain: (round) => round === null,
  call: (args, context, { send }) => call(send('POST', `/${args.group}/rounds`, args, callOptions(context))),
  texts: () => ({ title: () => 'round', notApplied: 'round', creates: true }),
});

export const simGroupCommands = (calls: GroupCalls): OfflineCommand[] =>
  [openSimGroup, groupState, addRound].flatMap((command) => command.on(calls));
