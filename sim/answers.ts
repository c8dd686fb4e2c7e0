import type { EngineEffect } from '#sync/core-state.ts';
import { maxInFlight } from '#sync/core.ts';
import type { ApiFailure } from '#sync/failure.ts';
import type { Departure, HeardRefusal, SimulatedTab } from './surroundings.ts';

const poisonTries = 8;
const poisonMs = 10 * 60_000;

/** What a page has heard about one of its commands since the server last decided or held it. */
interface Heard {
  readonly tab: SimulatedTab;
  /** The server's Retry-After, in world time. */
  notBefore: number;
  /** Consecutive 5xx, and when the first of them came in the device's time. */
  faults: number;
  since: number;
  othersServed: boolean;
  /** As of the last 5xx. */
  isPoison: boolean;
}

/**
 * Checks what a page does with answers that decide nothing: Retry-After is respected, a command is held for 5xx exactly
 * when the server serves others, and never in a general outage (offline engine, Failures).
 */
export class Answers {
  #say: (text: string) => void;
  #isShared: () => boolean;
  #heard = new Map<string, Heard>();
  #held = new Set<string>();

  /** `isShared`: two pages of a device have been open at once. */
  constructor(say: (text: string) => void, isShared: () => boolean) {
    this.#say = say;
    this.#isShared = isShared;
  }

  onDeparture(tab: SimulatedTab, { cmdId, settleOnly, inFlight }: Departure): void {
    // A page that another one relieved may still wait for answers that it no longer counts.
    if (inFlight > maxInFlight && !this.#isShared()) this.#say(`lanes: ${inFlight} commands in flight`);
    const stored = [...tab.device.disk.outbox.values()].find((e) => e.cmdId === cmdId);
    if (stored?.held && this.#held.has(cmdId) && !settleOnly && !tab.device.forgot)
      this.#say('poison: a held command was sent');
    this.#held.delete(cmdId);
    const heard = this.#of(tab, cmdId);
    if (!heard) return;
    if (tab.device.around.world.now < heard.notBefore) this.#say('Retry-After: a command was sent again too soon');
    if (heard.isPoison && !settleOnly) this.#say('poison: a command was sent again instead of being held');
  }

  onAnswered(tab: SimulatedTab, cmdId: string, refusal: HeardRefusal | null): void {
    if (refusal === null || isDecision(refusal.failure)) {
      this.#heard.delete(cmdId);
      for (const other of this.#heard.values()) {
        if (other.tab !== tab || other.faults === 0 || other.othersServed) continue;
        // The faults of a general outage say nothing about one command.
        other.othersServed = true;
        other.faults = 1;
        other.since = tab.device.engineTime();
      }
      return;
    }
    const heard = this.#of(tab, cmdId) ?? {
      tab,
      notBefore: 0,
      faults: 0,
      since: 0,
      othersServed: false,
      isPoison: false,
    };
    this.#heard.set(cmdId, heard);
    const { failure, retryAfterMs } = refusal;
    heard.notBefore = retryAfterMs === null ? 0 : tab.device.around.world.now + retryAfterMs;
    if (failure.status < 500) return;
    if (heard.faults === 0) heard.since = tab.device.engineTime();
    heard.faults += 1;
    heard.isPoison = isPoison(heard);
  }

  onDecided(tab: SimulatedTab, effects: readonly EngineEffect[]): void {
    for (const effect of effects) {
      if (effect.kind !== 'save') continue;
      for (const { cmdId, held } of effect.entries) {
        if (held !== 'poison' || this.#held.has(cmdId)) continue;
        this.#held.add(cmdId);
        const heard = this.#of(tab, cmdId);
        if (!heard?.isPoison) this.#say('poison: a command was held although only the server was ill');
        this.#heard.delete(cmdId);
      }
    }
  }

  #of(tab: SimulatedTab, cmdId: string): Heard | undefined {
    const heard = this.#heard.get(cmdId);
    return heard?.tab === tab ? heard : undefined;
  }
}

const isPoison = ({ tab, faults, since, othersServed }: Heard): boolean =>
  othersServed && faults >= poisonTries && tab.device.engineTime() - since >= poisonMs;

const isDecision = ({ status, code }: ApiFailure): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) && code !== 'in_progress';
