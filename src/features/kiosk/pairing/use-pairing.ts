import { useEffect, useState } from 'react';
import { api } from '#data/api/api.ts';
import type { PairedScreen } from '#data/kiosk/kiosk.ts';
import { becomeScreen } from '#data/kiosk/kiosk.ts';
import { readFailure } from '#data/api/failure.ts';
import { endLeftSession } from '#data/session/left-session.ts';
import { pairingAskEveryMs } from '#domain/kiosk.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { userAgent } from '#platform/surroundings.ts';
import { deviceLabel } from '#texts/device.ts';
import { failureSentences } from '#texts/errors.ts';

/** State of the pairing of this screen. */
export type Pairing =
  | { readonly kind: 'asking' }
  /** The server is unreachable; the app retries by itself. */
  | { readonly kind: 'offline' }
  /** The server refused the request; the user may retry. */
  | { readonly kind: 'failed'; readonly sentences: readonly string[] }
  /** The code is shown. `until` is on the monotonic clock. `silent`: the server gives no answer. */
  | { readonly kind: 'waiting'; readonly code: string; readonly until: number; readonly silent: boolean }
  | { readonly kind: 'refused' }
  /** Approved; the screen is signing in. */
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

/** True for a failure without a decision of the server: ask again later. */
const isSilence = (error: unknown): boolean => ['no_response', 'internal'].includes(readFailure(error).code);

type Show = (now: Pairing) => void;

/** Requests a code, and a new one after each expiry, until an admin decides. Resolves to the paired screen or null. */
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
  const showCode = (silent: boolean): void => show({ kind: 'waiting', code, until, silent });
  showCode(false);
  while (!stop.signal.aborted) {
    await pause(pairingAskEveryMs, stop);
    if (stop.signal.aborted) return null;
    try {
      await endLeftSession();
      const answer = await api.kiosks.pairingToken({ id, secret });
      showCode(false);
      if (answer.state === 'refused') {
        show({ kind: 'refused' });
        return null;
      }
      if (answer.state === 'paired') {
        show({ kind: 'pairing' });
        return await becomeScreen(answer);
      }
    } catch (error) {
      // Without an answer the code may still be approved; any other error means that it has ended.
      if (!isSilence(error) && readFailure(error).code !== 'too_many_requests') return 'over';
      if (isSilence(error)) showCode(true);
    }
    if (deviceClock.mono() >= until) return 'over';
  }
  return null;
}

/** Shows this device's code until an admin approves it; `again` restarts after a refusal or a failure. */
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
    // A new `onPaired` must not restart the pairing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [round]);
  return { now, again: () => setRound((n) => n + 1) };
}
