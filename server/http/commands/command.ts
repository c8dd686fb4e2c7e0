import * as z from 'zod/mini';
import type { ProcedureMeta } from '#contract/procedure.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { abilityRules, type StoreAbility } from '#domain/permissions.ts';
import type { Instant } from '#domain/time.ts';
import type { Actor, StoreMember } from '#server/http/access-store.ts';
import { fieldErrors } from '#server/http/validation.ts';
import type { BaseRule, CommandHeaders } from './command-headers.ts';
import type { Outcome } from './execute-command.ts';

/** Who asks, in which store, with which headers, when: what every decision is given besides its input. */
export interface CommandCall {
  readonly actor: Actor;
  readonly member: StoreMember;
  readonly headers: CommandHeaders;
  readonly now: Instant;
}

/**
 * The server's half of a command, one file each: which revision it compares, and what it decides inside the transaction.
 * Its right, status and schemas are the contract's (bindCommand). `Store` is the storage that it works on.
 */
export interface Command<Store, Input, Value> {
  readonly base: BaseRule;
  /** The command's id when the request brings no Idempotency-Key: an id that the input carries. */
  readonly idOf?: (input: Input) => string;
  /** The part of the input that makes it the same command under the same id; the whole unless told. */
  readonly contentOf?: (input: Input) => unknown;
  decide(store: Store, call: CommandCall, input: Input): Promise<Outcome<Value>>;
}

/** The parts of a contract's procedure that a command is bound by. */
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

/** A command with everything that the contract says of it: ready for HTTP, for the simulator and for tests. */
export interface BoundCommand<Store, Input, Answer> extends Pick<
  Command<Store, Input, Answer>,
  'base' | 'idOf' | 'contentOf'
> {
  readonly method: string;
  readonly path: string;
  readonly ability: StoreAbility;
  readonly successStatus: 200 | 201;
  /** 422 validation when the contract refuses it. */
  readInput(given: unknown): Result<Input>;
  /** Reads a stored answer back. */
  readAnswer(body: unknown): Answer;
  /** Decides, and writes the value as the contract's answer. */
  decide(store: Store, call: CommandCall, input: Input): Promise<Outcome<Answer>>;
}

/** 422 validation when the schema refuses it. */
export function readInput<Input>(schema: z.ZodMiniType<Input> | undefined, given: unknown): Result<Input> {
  if (!schema) throw new Error('a procedure without input');
  const read = z.safeParse(schema, given);
  return read.success ? ok(read.data) : fail('validation', { fields: fieldErrors(read.error.issues, given) });
}

/** Binds a command by its procedure; `write` turns its value into the contract's answer. */
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
