import type { AlertSound } from '#data/alerts/alert-sounds.ts';
import type { SoundMode } from '#domain/alerts.ts';
import { soundRepeatMs } from '#domain/limits.ts';

export interface RingPorts {
  /** Resolves to true when the browser played the sound. */
  readonly play: (alertSound: AlertSound) => Promise<boolean>;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  /** Called with the orders whose signal this device has played. */
  readonly onRang: (uids: readonly string[]) => void;
}

export interface RingFacts {
  readonly mode: SoundMode;
  /** This tab is the leader of the device, and its browser allows sound. */
  readonly mayRing: boolean;
  /** Another tab of this device rings, so this tab queues nothing. */
  readonly elsewhere?: boolean;
  /** uids of all pending orders. */
  readonly pending: readonly string[];
}

export interface Ringer {
  /** Passes new facts; `arrived` lists the newly arrived pending orders. */
  update(facts: RingFacts, arrived?: readonly string[]): void;
  stop(): void;
}

/** With more queued signals than this, one signal stands for all of them. */
const inARow = 3;

/**
 * Sound modes. once: one signal per new order (P-50). always: on arrival, and every 10 s while orders are pending
 * (P-49). never: silence (P-51). While the browser blocks sound, arrivals queue; the ringer plays those still pending
 * as soon as the browser allows it.
 */
export function createRinger({ play, wakeIn, onRang }: RingPorts): Ringer {
  let facts: RingFacts = { mode: null, mayRing: false, pending: [] };
  /** Orders that wait for their signal. */
  let queue: readonly string[] = [];
  let playing = false;
  let cancelRepeat: (() => void) | null = null;

  const silence = (): void => {
    cancelRepeat?.();
    cancelRepeat = null;
  };
  const repeats = (): boolean => facts.mode === 'always' && facts.mayRing && facts.pending.length > 0;

  /** Schedules the next reminder 10 s from now. */
  const repeatLater = (): void => {
    silence();
    if (!repeats()) return;
    cancelRepeat = wakeIn(soundRepeatMs, () => {
      cancelRepeat = null;
      if (repeats()) void sound('reminder', facts.pending);
    });
  };

  async function sound(alertSound: AlertSound, uids: readonly string[]): Promise<void> {
    repeatLater();
    if (await play(alertSound)) onRang(uids);
  }

  async function playQueue(): Promise<void> {
    if (playing) return;
    playing = true;
    while (queue.length > 0 && facts.mode !== null && facts.mayRing) {
      // One signal for the whole queue when it is longer than `inARow`.
      const [first] = queue;
      const told = queue.length > inARow || first === undefined ? queue : [first];
      queue = queue.slice(told.length);
      await sound('order', facts.mode === 'always' ? facts.pending : told);
    }
    playing = false;
  }

  return {
    update(next, arrived = []) {
      const before = facts;
      facts = next;
      if (!repeats()) silence();
      const waiting = new Set(next.pending);
      const mine = next.mode === null || next.elsewhere === true ? [] : [...queue, ...arrived];
      queue = mine.filter((uid) => waiting.has(uid));
      if (!next.mayRing) return;
      if (queue.length > 0) void playQueue();
      else if (repeats() && cancelRepeat === null && !playing) {
        // Sound has just become possible while orders were pending: remind at once, not after 10 s.
        if (before.mode !== next.mode || !before.mayRing) void sound('reminder', next.pending);
        else repeatLater();
      }
    },
    stop() {
      silence();
      queue = [];
      facts = { mode: null, mayRing: false, pending: [] };
    },
  };
}
