import * as z from 'zod/mini';
import type { ProcedureMeta } from '#contract/procedure.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { abilityRules, type StoreAbility } from '#domain/permissions.ts';
import type { Instant } from '#domain/time.ts';
import type { Actor, StoreMember } from '#server/http/access-store.ts';
import { fieldErrors } from '#server/http/validation.ts';
import type { BaseRule, CommandHeaders } from './command-headers.ts';
import type { Outcome } from './execute-command.ts';

/** The context of a decision besides its input: actor, membership, headers, time. */
export interface CommandCall {
  readonly actor: Actor;
  readonly member: StoreMember;
  readonly headers: CommandHeaders;
  readonly now: Instant;
}

/**
 * The server's half of a command, one file each: the revision it compares and its decision inside the transaction. The
 * contract states its right, status and schemas (bindCommand). `Store` is the storage that it works on.
 */
export interface Command<Store, Input, Value> {
  readonly base: BaseRule;
  /** Returns an id that the input carries; it becomes the command's id when the request has no Idempotency-Key. */
  readonly idOf?: (input: Input) => string;
  decide(store: Store, call: CommandCall, input: Input): Promise<Outcome<Value>>;
}

/** The parts of a contract procedure that `bindCommand` uses. */
export interface CommandProcedure<Input, Answer> {
  readonly '~orpc': {
    readonly meta: ProcedureMeta;
    readonly inputSchema?: z.ZodMiniType<Input> | undefined;
    readonly outputSchema?: z.ZodMiniType<Answer> | undefined;
    readonly route: {
      readonly method?: string | undefined;
      readonly path?: string | undefined;
      readonly successStatus?: number | undefined;
    };
  };
}

/** A command joined with its contract, ready for HTTP, the simulator and tests. */
export interface BoundCommand<Store, Input, Answer> extends Pick<Command<Store, Input, Answer>, 'base' | 'idOf'> {
  readonly method: string;
  readonly path: string;
  readonly ability: StoreAbility;
  readonly successStatus: 200 | 201;
  /** 422 validation when the contract's schema rejects the input. */
  readInput(given: unknown): Result<Input>;
  /** Parses a stored answer. */
  readAnswer(body: unknown): Answer;
  /** Decides, and converts the value to the contract's answer. */
  decide(store: Store, call: CommandCall, input: Input): Promise<Outcome<Answer>>;
}

/** 422 validation when the schema rejects the input. */
export function readInput<Input>(schema: z.ZodMiniType<Input> | undefined, given: unknown): Result<Input> {
  if (!schema) throw new Error('a procedure without input');
  const read = z.safeParse(schema, given);
  return read.success ? ok(read.data) : fail('validation', { fields: fieldErrors(read.error.issues, given) });
}

/** Joins a command with its procedure. `write` converts the decided value to the contract's answer. */
export function bindCommand<Store, Input, Value, Answer>(
  procedure: CommandProcedure<Input, Answer>,
  command: Command<Store, Input, Value>,
  write: (value: Value, call: CommandCall) => Answer,
): BoundCommand<Store, Input, Answer> {
  const { meta, route, inputSchema, outputSchema } = procedure['~orpc'];
  const { method = '', path = '', successStatus } = route;
  const { ability } = meta;
  if (!inputSchema || !outputSchema || ability === null || !isStoreAbility(ability))
    throw new Error(`${method} ${path} is no command of a store`);
  return {
    ...command,
    method,
    path,
    ability,
    successStatus: successStatus === 201 ? 201 : 200,
    readInput: (given) => readInput(inputSchema, given),
    readAnswer: (body) => z.parse(outputSchema, body),
    async decide(store, call, input) {
      const outcome = await command.decide(store, call, input);
      return outcome.ok ? ok(write(outcome.value, call)) : outcome;
    },
  };
}

export const isStoreAbility = (ability: keyof typeof abilityRules): ability is StoreAbility =>
  abilityRules[ability].scope === 'store';
