import { useEffect, useState } from 'react';
import { api } from '#data/api/api.ts';
import type { PairedScreen } from '#data/kiosk/kiosk.ts';
import { becomeScreen } from '#data/kiosk/kiosk.ts';
import { readFailure } from '#data/api/failure.ts';
import { pairingAskEveryMs } from '#domain/kiosk.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { userAgent } from '#platform/surroundings.ts';
import { deviceLabel } from '#texts/device.ts';
import { failureSentences } from '#texts/errors.ts';

/** Where a screen stands that wants to be paired. */
export type Pairing =
  | { readonly kind: 'asking' }
  /** The server cannot be reached; tried again by itself. */
  | { readonly kind: 'offline' }
  /** The server said no; a person may try again. */
  | { readonly kind: 'failed'; readonly sentences: readonly string[] }
  /** The code is on screen. `until` is on the monotonic clock. */
  | { readonly kind: 'waiting'; readonly code: string; readonly until: number }
  | { readonly kind: 'refused' }
  /** Approved: signing in. */
  | { readonly kind: 'pairing' };

const offlineAgainMs = 3_000;

const pause = (ms: number, { signal }: AbortController): Promise<void> =>
  new Promise((resolve) => {
    const cancel = wakeIn(ms, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });

/** What is not an answer: the same question again, later. */
const isSilence = (error: unknown): boolean => ['no_response', 'internal'].includes(readFailure(error).code);

type Show = (now: Pairing) => void;

/** Asks for a code, and for a new one whenever it is over, until somebody decides. Answers the paired screen or null. */
async function pairUntilDecided(show: Show, stop: AbortController): Promise<PairedScreen | null> {
  show({ kind: 'asking' });
  while (!stop.signal.aborted) {
    try {
      const started = await api.kiosks.startPairing({ device: deviceLabel(userAgent()) });
      const decided = await waitFor(started, show, stop);
      if (decided !== 'over') return decided;
    } catch (error) {
      if (stop.signal.aborted) return null;
      if (!isSilence(error)) {
        show({ kind: 'failed', sentences: failureSentences(readFailure(error)) });
        return null;
      }
      show({ kind: 'offline' });
      await pause(offlineAgainMs, stop);
    }
  }
  return null;
}

interface Started {
  readonly id: string;
  readonly secret: string;
  readonly code: string;
  readonly expires_in: number;
}

async function waitFor(
  { id, secret, code, expires_in }: Started,
  show: Show,
  stop: AbortController,
): Promise<PairedScreen | null | 'over'> {
  const until = deviceClock.mono() + expires_in * 1_000;
  show({ kind: 'waiting', code, until });
  while (!stop.signal.aborted) {
    await pause(pairingAskEveryMs, stop);
    if (stop.signal.aborted) return null;
    try {
      const answer = await api.kiosks.pairingToken({ id, secret });
      if (answer.state === 'refused') {
        show({ kind: 'refused' });
        return null;
      }
      if (answer.state === 'paired') {
        show({ kind: 'pairing' });
        return await becomeScreen(answer);
      }
    } catch (error) {
      // Without an answer the code may still be approved; anything else says that it is over.
      if (!isSilence(error) && readFailure(error).code !== 'too_many_requests') return 'over';
    }
    if (deviceClock.mono() >= until) return 'over';
  }
  return null;
}

/** Shows this device's code until an admin approves it; `again` starts anew after a refusal or a failure. */
export function usePairing(onPaired: (screen: PairedScreen) => void): {
  readonly now: Pairing;
  readonly again: () => void;
} {
  const [now, setNow] = useState<Pairing>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const show: Show = (next) => {
      if (!stop.signal.aborted) setNow(next);
    };
    void pairUntilDecided(show, stop).then((screen) => {
      if (screen && !stop.signal.aborted) onPaired(screen);
    });
    return () => stop.abort();
    // Another handler is not another pairing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [round]);
  return { now, again: () => setRound((n) => n + 1) };
}
