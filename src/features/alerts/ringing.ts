import type { AlertSound } from '#data/alerts/alert-sounds.ts';
import type { SoundMode } from '#domain/alerts.ts';
import { soundRepeatMs } from '#domain/limits.ts';

export interface RingPorts {
  /** True when it was heard. */
  readonly play: (alertSound: AlertSound) => Promise<boolean>;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  /** These orders were heard of on this device. */
  readonly onRang: (uids: readonly string[]) => void;
}

export interface RingFacts {
  readonly mode: SoundMode;
  /** This tab speaks for the device, and its browser lets it. */
  readonly mayRing: boolean;
  /** Another tab of the device rings: what arrives is its business. */
  readonly elsewhere?: boolean;
  /** uids of everything that waits. */
  readonly pending: readonly string[];
}

export interface Ringer {
  /** Something of it has changed; `arrived` are the new ones among the waiting. */
  update(facts: RingFacts, arrived?: readonly string[]): void;
  stop(): void;
}

/** A flood is heard as one: nobody listens to forty signals in a row. */
const inARow = 3;

/**
 * once: one signal for each new order (P-50) · always: on arrival, and again every 10 s while anything waits (P-49) ·
 * never: silence (P-51). What arrives while the browser does not let this tab ring is heard as soon as it does, if it
 * still waits then.
 */
export function createRinger({ play, wakeIn, onRang }: RingPorts): Ringer {
  let facts: RingFacts = { mode: null, mayRing: false, pending: [] };
  /** Orders whose signal is still to come. */
  let queue: readonly string[] = [];
  let playing = false;
  let cancelRepeat: (() => void) | null = null;

  const silence = (): void => {
    cancelRepeat?.();
    cancelRepeat = null;
  };
  const repeats = (): boolean => facts.mode === 'always' && facts.mayRing && facts.pending.length > 0;

  /** The next ring is 10 s after this one. */
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
      // The last place of a flood speaks for all the rest.
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
        // It may ring from now on, and something has been waiting: at once, not in ten seconds.
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
