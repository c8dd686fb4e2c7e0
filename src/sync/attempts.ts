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
      return await command.send(entry.body, {
        idempotencyKey: entry.cmdId,
        base: entry.base,
        settleOnly: entry.settling !== null,
        ageMs: now - entry.enqueuedAt,
        deviceId: entry.deviceId,
        seq: entry.seq,
        entity: this.#projection.snapshot(entry.entityType, entry.entityId)?.body ?? null,
        signal: controller.signal,
      });
    } catch {
      // A bug or a malformed answer: the server's state is unknown, so the same command is retried.
      return { kind: 'unknown', retryAfterMs: null, fault: true };
    } finally {
      cancel();
      this.#inFlight.delete(entry.cmdId);
    }
  }
}
