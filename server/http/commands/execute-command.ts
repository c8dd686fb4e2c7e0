import { type Failure, fail, ok, type Result } from '#domain/errors.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import { type ActorColumns, isSameActor } from '#server/http/actors.ts';
import { errorBody, type Extra, statusOf } from '#server/http/errors.ts';

/*
 * Decides each command once, in one transaction of the ledger:
 *
 *   claim ──its twin still runs──> in_progress, the client retries
 *     │  └──known──> same content: the stored answer, replayed
 *     │            other content or person: idempotency_mismatch
 *     ├──settle only──> 410 expired becomes its stored answer: a late duplicate is never applied
 *   authorise the actor by their current rights
 *   work: lock, compare, rule, save, event
 *     └──too_early──> nothing is decided: its base is from before the database went back in time
 *   store the answer, refusals included
 *
 * An exception (a bug, a lost connection) rolls everything back, including the command: nothing was decided.
 */

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure; readonly extra?: Extra };

export interface CommandRow {
  readonly id: Uuid;
  readonly actor: ActorColumns;
  /** The device that sent the command; null when no device did. */
  readonly deviceId: string | null;
  readonly seq: number | null;
  /** Hash of the whole content: the same id and the same content are the same command. */
  readonly fingerprint: string;
  readonly at: Instant;
}

export interface StoredCommand {
  readonly actor: ActorColumns;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
}

/** The stored commands of one store, inside one transaction. */
export interface CommandLedger {
  /** Locks the id until the transaction ends. 'busy' = another transaction is deciding it; 'known' = it is stored. */
  claim(id: Uuid): Promise<'busy' | 'known' | 'new'>;
  find(id: Uuid): Promise<StoredCommand | null>;
  /** Stores a claimed command with its answer. */
  answer(row: CommandRow, status: number, body: unknown): Promise<void>;
}

export interface CommandRun extends CommandRow {
  readonly settleOnly: boolean;
  readonly successStatus: 200 | 201;
}

/**
 * HTTP status and body as stored. `outcome` is null when the command was decided before and the stored answer is
 * replayed.
 */
export interface Decision<T> {
  readonly status: number;
  readonly body: unknown;
  readonly outcome: Outcome<T> | null;
}

/**
 * Decides a command or replays its stored decision. Fails with in_progress or idempotency_mismatch and then stores
 * nothing, nor does it store too_early.
 */
export async function executeCommand<T>(
  ledger: CommandLedger,
  { settleOnly, successStatus, ...row }: CommandRun,
  authorise: () => Promise<Failure | null>,
  work: () => Promise<Outcome<T>>,
): Promise<Result<Decision<T>>> {
  // Both at once: one round trip.
  const [claim, refused] = await Promise.all([ledger.claim(row.id), authorise()]);
  if (claim === 'busy') return fail('in_progress');
  if (claim === 'known') return replay(await ledger.find(row.id), row);
  const outcome: Outcome<T> = settleOnly ? fail('expired') : refused ? { ok: false, failure: refused } : await work();
  const status = outcome.ok ? successStatus : statusOf(outcome.failure);
  const body: unknown = outcome.ok ? outcome.value : { ...errorBody(outcome.failure), ...outcome.extra };
  if (outcome.ok || outcome.failure.code !== 'too_early') await ledger.answer(row, status, body);
  return ok({ status, body, outcome });
}

function replay(known: StoredCommand | null, row: CommandRow): Result<Decision<never>> {
  if (!known) return fail('in_progress');
  if (known.fingerprint !== row.fingerprint || !isSameActor(known.actor, row.actor))
    return fail('idempotency_mismatch');
  return ok({ status: known.status, body: known.body, outcome: null });
}
