import type { OfflineCommand } from './command.ts';
import type { EngineDeps } from './engine-types.ts';
import type { Entry, SendOutcome } from './entry.ts';
import type { Projection } from './projection.ts';

/** The requests in flight, each with a time limit. */
export class Attempts {
  #deps: EngineDeps;
  #projection: Projection;
  #inFlight = new Map<string, AbortController>();

  constructor(deps: EngineDeps, projection: Projection) {
    this.#deps = deps;
    this.#projection = projection;
  }

  abort(): void {
    for (const controller of this.#inFlight.values()) controller.abort();
  }

  /** Sends the command once; `now` in ms of engine time. Never rejects. */
  async run(entry: Entry, command: OfflineCommand, now: number): Promise<SendOutcome> {
    // The command may have expired since the decision to send, because the page slept.
    if (entry.settling === null && now - entry.enqueuedAt > entry.ttlMs)
      return { kind: 'unknown', retryAfterMs: null, fault: false };
    const controller = new AbortController();
    this.#inFlight.set(entry.cmdId, controller);
    const cancel = this.#deps.wakeIn(this.#deps.writeTimeoutMs, () => controller.abort());
    try {
      const outcome = await command.send(entry.body, {
        idempotencyKey: entry.cmdId,
        base: entry.base,
        settleOnly: entry.settling !== null,
        ageMs: now - entry.enqueuedAt,
        deviceId: entry.deviceId,
        acting: entry.acting,
        authorised: entry.authorised,
        seq: entry.seq,
        entity: this.#projection.snapshot(entry.entityType, entry.entityId)?.body ?? null,
        signal: controller.signal,
      });
      if (outcome.kind === 'unknown')
        return outcome.current && command.register
          ? { ...outcome, base: baseOn(command.register(outcome.current.body), entry) }
          : outcome;
      // A decision from before the server went back in time may be replayed; the entity has other numbers now.
      return 'snapshots' in outcome
        ? { ...outcome, snapshots: outcome.snapshots.filter((s) => !this.#projection.isGone(s)) }
        : outcome;
    } catch {
      // A bug or a malformed answer: the server's state is unknown, so the same command is retried.
      return { kind: 'unknown', retryAfterMs: null, fault: true };
    } finally {
      cancel();
      this.#inFlight.delete(entry.cmdId);
    }
  }
}

/**
 * The base of the next try on this state of the entity: its revision if it shows what the person saw (I9), otherwise
 * one that the server refuses as a conflict (I6).
 */
const baseOn = (
  now: ReturnType<NonNullable<OfflineCommand['register']>>,
  { seen }: Pick<Entry, 'seen'>,
): { readonly rev: number } => ({ rev: now.seen === seen ? now.rev : now.rev - 1 });
