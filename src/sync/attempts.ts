import type { OfflineCommand } from './command.ts';
import type { EngineDeps } from './engine-types.ts';
import type { Entry, SendOutcome } from './entry.ts';
import type { Projection } from './projection.ts';

/** The requests in flight, each with its time limit. */
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

  /** One try; `now` in ms of engine time. Never rejects. */
  async run(entry: Entry, command: OfflineCommand, now: number): Promise<SendOutcome> {
    // A page may sleep for a night between the decision to send and the sending.
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
      // A bug or a broken answer: nothing is known about the server's side, so the same command is tried again.
      return { kind: 'unknown', retryAfterMs: null, fault: true };
    } finally {
      cancel();
      this.#inFlight.delete(entry.cmdId);
    }
  }
}
