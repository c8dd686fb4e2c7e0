import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import type { Failure } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import { customerRole } from '#domain/roles.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { StoredOrder } from '#domain/order.ts';
import {
  type BoundCommand,
  bindCommand,
  type Command,
  type CommandCall,
  type CommandProcedure,
} from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { orderSeenBy } from '#server/realtime/kitchen-view.ts';
import type { OrderRepository } from './order-repository.ts';

/** The state that a command conflicted with: the current order, and who changed it when (N-16). */
export interface OrderConflict {
  readonly current: StoredOrder;
  /** Full name; null when unknown. */
  readonly by: string | null;
  readonly at: Instant;
}

export type OrderOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** Only with `conflict` and `too_early`. A repeated creation has only the existing order. */
      readonly conflict?: OrderConflict | Pick<OrderConflict, 'current'>;
    };

/** The server's half of a command about orders, in terms of the domain only. */
export interface OrderCommand<Input, Value> extends Omit<Command<OrderRepository, Input, Value>, 'decide'> {
  decide(repository: OrderRepository, call: CommandCall, input: Input): Promise<OrderOutcome<Value>>;
}

/** Binds a command about orders. Only here do its value and its conflict become wire format. */
export const bindOrderCommand = <Input, Value, Answer>(
  procedure: CommandProcedure<Input, Answer>,
  command: OrderCommand<Input, Value>,
  write: (value: Value, call: CommandCall) => Answer,
): BoundCommand<OrderRepository, Input, Answer> =>
  bindCommand(
    procedure,
    {
      ...command,
      decide: async (repository, call, input) => written(await command.decide(repository, call, input), call),
    },
    write,
  );

/** Admins read every order of their store, a customer the own ones, any other member those that they sold. */
export const mayReadOrder = (
  { user, seller }: Pick<StoredOrder, 'user' | 'seller'>,
  { actor, member }: Pick<CommandCall, 'member'> & { readonly actor: Pick<CommandCall['actor'], 'userId'> },
): boolean => can('board.view', member) || (member.pivot.role === customerRole ? user : seller)?.id === actor.userId;

/** The order as the caller may see it: a kitchen screen gets no personal data. */
export const orderAnswer = (order: StoredOrder, { member }: Pick<CommandCall, 'member'>): WireOrder =>
  orderSeenBy(member, writeOrder(order, member.currency));

function written<T>(outcome: OrderOutcome<T>, call: CommandCall): Outcome<T> {
  if (outcome.ok || !outcome.conflict) return outcome;
  const { conflict, failure } = outcome;
  const current = orderAnswer(conflict.current, call);
  if (!('at' in conflict)) return { ok: false, failure, extra: { current } };
  const by = conflict.by === null ? null : { fullname: conflict.by };
  return { ok: false, failure, extra: { current, by, at: isoFromInstant(conflict.at) } };
}
