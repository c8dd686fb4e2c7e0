import type { Broken } from '#data/store/freshness.ts';

/** The proof is asked for at each confirmation of the server, at most this often. */
const everyMs = 25_000;
/** The server sends a head every 30 s: without a message for this long, the way to the device is broken. */
export const silenceMs = 75_000;
/** A confirmation that is not painted within this time never will be. */
export const paintMs = 5_000;

export interface CanaryPorts {
  readonly mono: () => number;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  /** Calls after a frame was painted; never for a screen that paints none. Returns what cancels it. */
  readonly onFrame: (call: () => void) => () => void;
  /** False for a hidden tab, which paints nothing. */
  readonly isVisible: () => boolean;
  /** The confirmation that the screen shows, read from the page. */
  readonly readMark: () => number | null;
  /** Called with each result of a proof. */
  readonly onResult: (broken: Broken) => void;
}

/**
 * Proves the whole way from a server's event to painted pixels: a confirmation has to reach the rendered page, and a
 * frame has to be painted with it. Costs no request: the server sends a head every 30 s (offline engine, Feed).
 */
export function createCanary({ mono, wakeIn, onFrame, isVisible, readMark, onResult }: CanaryPorts) {
  let provedAt = Number.NEGATIVE_INFINITY;
  /** No message came for `silenceMs`. Answers to requests do not prove the way of the messages. */
  let silent = false;
  let cancelProof = (): void => {};
  let cancelSilence = (): void => {};

  const listen = (): void => {
    cancelSilence();
    cancelSilence = wakeIn(silenceMs, () => {
      silent = true;
      if (isVisible()) onResult('events');
      listen();
    });
  };
  listen();

  return {
    /** The socket has delivered a message. */
    heard(): void {
      if (silent) provedAt = Number.NEGATIVE_INFINITY;
      silent = false;
      listen();
    },
    /** The server has confirmed the board, by a message or an answer. */
    confirmed(mark: number): void {
      if (!isVisible() || mono() - provedAt < everyMs) return;
      cancelProof();
      // A tab that was hidden meanwhile paints nothing.
      const cancelWait = wakeIn(paintMs, () => (isVisible() ? onResult('screen') : undefined));
      let cancelFrame = (): void => {};
      const look = (): void => {
        const shown = readMark();
        if (shown === null || shown < mark) {
          cancelFrame = onFrame(look);
          return;
        }
        cancelWait();
        provedAt = mono();
        onResult(silent ? 'events' : null);
      };
      cancelFrame = onFrame(look);
      cancelProof = () => {
        cancelWait();
        cancelFrame();
      };
    },
    stop(): void {
      cancelProof();
      cancelSilence();
    },
  };
}
