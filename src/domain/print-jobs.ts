import { fail, ok, type Result } from './errors.ts';
import { printJobLeaseMs, printJobLifeMs, printJobSilenceMs } from './limits.ts';
import { after, type Instant } from './time.ts';

/**
 * queued -> leased -> sending -> accepted | failed | unknown; queued, leased -> expired (decision 037).
 * sending: stored before the bytes leave the computer. accepted: the printer's queue took them. failed: surely not
 * handed over. unknown: perhaps printed; nothing prints it again by itself.
 */
export const printJobStates = ['queued', 'leased', 'sending', 'accepted', 'failed', 'unknown', 'expired'] as const;
export type PrintJobState = (typeof printJobStates)[number];

export const openJobStates = ['queued', 'leased', 'sending'] as const satisfies readonly PrintJobState[];

/** How a computer ends a job that it leased. */
export const printOutcomes = ['accepted', 'failed', 'unknown'] as const satisfies readonly PrintJobState[];
export type PrintOutcome = (typeof printOutcomes)[number];

/** A slip of the ledger begins where its bytes are about to leave. */
export type SlipState = 'sending' | PrintOutcome;

/**
 * The state of a slip at which a computer reports; null: it had already ended so. Only a failed one is sent again, by a
 * person; what ended as accepted stays so.
 */
export function endSlip(state: SlipState, outcome: PrintOutcome): Result<PrintOutcome | null> {
  if (state === outcome) return ok(null);
  return state === 'sending' || state === 'unknown' ? ok(outcome) : fail('conflict');
}

/** A job sent to a print point, as far as its rules look at it. */
export interface PrintTurn {
  readonly state: PrintJobState;
  readonly created_at: Instant;
  /** Number of the last lease; 0: none yet. It only grows. */
  readonly lease: number;
  readonly lease_until: Instant | null;
  /** SHA-256 of the bytes, in hexadecimal digits; stored with `sending`. */
  readonly sha256: string | null;
}

export interface TurnChange extends Pick<PrintTurn, 'state' | 'lease' | 'sha256'> {
  readonly lease_until: Instant;
}

const isOld = (turn: PrintTurn, now: Instant): boolean => after(turn.created_at, printJobLifeMs) <= now;
const leaseUntil = (now: Instant): Instant => after(now, printJobLeaseMs);

/**
 * Takes the job, or with the number of the current lease renews it. Only a job that nobody works at can be taken: a
 * queued one, or a leased one whose lease ran out. Refused: conflict.
 */
export function leaseJob(turn: PrintTurn, renewed: number | undefined, now: Instant): Result<TurnChange> {
  const { state, lease, lease_until, sha256 } = turn;
  const held = { state, lease, lease_until: leaseUntil(now), sha256 };
  if (renewed !== undefined) return renewed === lease && isWorkedAt(state) ? ok(held) : fail('conflict');
  const free = state === 'queued' || (state === 'leased' && (lease_until === null || lease_until <= now));
  if (!free || isOld(turn, now)) return fail('conflict');
  return ok({ ...held, state: 'leased', lease: lease + 1 });
}

const isWorkedAt = (state: PrintJobState): boolean => state === 'leased' || state === 'sending';

/** The bytes are about to leave. Refused (conflict): the lease is lost, do not print. A repeat is the same permission. */
export function beginSending(turn: PrintTurn, lease: number, sha256: string, now: Instant): Result<TurnChange> {
  const repeated = turn.state === 'sending' && turn.sha256 === sha256;
  if (lease !== turn.lease || !(repeated || (turn.state === 'leased' && !isOld(turn, now)))) return fail('conflict');
  return ok({ state: 'sending', lease, lease_until: leaseUntil(now), sha256 });
}

/**
 * Ends the job; null: it had already ended so. A lease that is no longer the current one is refused. What was not yet
 * `sending` cannot be accepted, and is never unknown.
 */
export function endJob(turn: PrintTurn, lease: number, outcome: PrintOutcome): Result<PrintOutcome | null> {
  if (lease !== turn.lease) return fail('conflict');
  if (turn.state === outcome) return ok(null);
  // A computer that was silent for a minute knows better than the clock of the server.
  if (turn.state === 'sending' || turn.state === 'unknown') return ok(outcome);
  return turn.state === 'leased' && outcome === 'failed' ? ok(outcome) : fail('conflict');
}

/** What time makes of an open job: nobody took it in ten minutes, or whoever sends it is silent. null: nothing. */
export function settleJob(turn: PrintTurn, now: Instant): 'expired' | 'unknown' | null {
  if (turn.state === 'sending')
    return turn.lease_until !== null && after(turn.lease_until, printJobSilenceMs) <= now ? 'unknown' : null;
  return (turn.state === 'queued' || turn.state === 'leased') && isOld(turn, now) ? 'expired' : null;
}
