import { writeGroup, type WireGroup } from '#contract/wire/groups.ts';
import { fail, type Failure } from '#domain/errors.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import { isOfEarlierEpoch } from '#server/db/epochs.ts';
import {
  type BoundCommand,
  bindCommand,
  type Command,
  type CommandCall,
  type CommandProcedure,
} from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import type { GroupRepository, GroupRow } from './group-repository.ts';

/** The state that a command conflicted with, and who changed it when. */
interface GroupConflict {
  readonly current: OrderGroupDetail;
  readonly by: string | null;
  readonly at: Instant;
}

export type GroupOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure; readonly conflict?: GroupConflict };

/** The server's half of a command about groups, in terms of the domain only. */
export interface GroupCommand<Input> extends Omit<Command<GroupRepository, Input, OrderGroupDetail>, 'decide'> {
  decide(repository: GroupRepository, call: CommandCall, input: Input): Promise<GroupOutcome<OrderGroupDetail>>;
}

/** Binds a command about groups. Only here do its value and its conflict become wire format. */
export const bindGroupCommand = <Input>(
  procedure: CommandProcedure<Input, WireGroup>,
  command: GroupCommand<Input>,
): BoundCommand<GroupRepository, Input, WireGroup> =>
  bindCommand(
    procedure,
    {
      ...command,
      decide: async (repository, call, input): Promise<Outcome<OrderGroupDetail>> => {
        const outcome = await command.decide(repository, call, input);
        if (outcome.ok || !outcome.conflict) return outcome;
        const { current, by, at } = outcome.conflict;
        const extra = {
          current: writeGroup(current, call.member.currency),
          by: by === null ? null : { fullname: by },
          at: isoFromInstant(at),
        };
        return { ok: false, failure: outcome.failure, extra };
      },
    },
    (group, { member }) => writeGroup(group, member.currency),
  );

/**
 * Locks the group and checks that it is the one that the person saw. Fails with 404, or with the current state: 409, and
 * 425 when the database went back in time and no longer knows the base (decision 029).
 */
export async function lockUnchangedGroup(
  repository: GroupRepository,
  { headers: { base } }: CommandCall,
  id: number,
): Promise<GroupOutcome<GroupRow>> {
  const row = await repository.lock(id);
  if (!row) return fail('not_found');
  if (base === null) return { ok: true, value: row };
  if ('rev' in base) {
    if (base.rev === row.rev) return { ok: true, value: row };
    return groupConflict(repository, row, isOfEarlierEpoch(base.rev, row.rev) ? 'too_early' : 'conflict');
  }
  const result = await repository.appliedAnswer(base.after);
  const holds = isObject(result) && result['id'] === row.id && result['rev'] === row.rev;
  return holds ? { ok: true, value: row } : groupConflict(repository, row);
}

/** A refusal with the current group: the loser of a race learns what holds now, and who changed it (N-16). */
export async function groupConflict(
  repository: GroupRepository,
  { id, changed_by: by, changed_at: at }: GroupRow,
  code: 'conflict' | 'too_early' | 'code_busy' = 'conflict',
): Promise<GroupOutcome<never>> {
  const name = by === null ? null : await repository.nameOf(by);
  return { ok: false, failure: { code }, conflict: { current: await repository.read(id), by: name, at } };
}
