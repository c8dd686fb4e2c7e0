import { deviceClock } from '#platform/clock.ts';
import { ApiFailure } from '#sync/failure.ts';

/**
 * The access token, in memory only (T3). The refresh cookie renews it, one request at a time. `generation` numbers the
 * tokens, so that a late 401 for an old token does not renew the new one.
 */
export interface AccessToken {
  readonly value: string;
  readonly generation: number;
  readonly expiresAt: number;
}

export interface TokenSource {
  /** Exchanges the refresh cookie; rejects with ApiFailure. */
  readonly refresh: () => Promise<{ access_token: string; expires_in: number }>;
  /** The server refused the refresh with a well-formed 401: the session has ended. */
  readonly onEnded: () => void;
  readonly onRenewed: (generation: number) => void;
  readonly hasSession: () => boolean;
}

const earlyMs = 30_000;

let source: TokenSource | null = null;
let current: AccessToken | null = null;
let generation = 0;
let running: Promise<AccessToken> | null = null;

export function connectTokens(to: TokenSource): void {
  source = to;
}

export function setAccessToken(value: string, expiresInSeconds: number): AccessToken {
  generation += 1;
  current = { value, generation, expiresAt: deviceClock.mono() + expiresInSeconds * 1_000 - earlyMs };
  source?.onRenewed(generation);
  return current;
}

export function dropAccessToken(): void {
  current = null;
}

/** Returns a valid token, renewing it shortly before it expires; null without a session. */
export async function accessToken(): Promise<AccessToken | null> {
  if (!source?.hasSession()) return null;
  if (current && current.expiresAt > deviceClock.mono()) return current;
  return renewAccessToken(generation);
}

/** Returns a token newer than generation `than`. Concurrent callers share one request. */
export function renewAccessToken(than: number): Promise<AccessToken> {
  if (current && current.generation > than) return Promise.resolve(current);
  running ??= renew().finally(() => {
    running = null;
  });
  return running;
}

async function renew(): Promise<AccessToken> {
  if (!source) throw new ApiFailure(401, 'unauthenticated', '', null, null, generation);
  try {
    const fresh = await source.refresh();
    return setAccessToken(fresh.access_token, fresh.expires_in);
  } catch (error) {
    // Only a well-formed 401 ends the session. A 5xx, no answer or the page of a captive portal does not.
    if (error instanceof ApiFailure && error.status === 401 && error.code !== '') {
      current = null;
      source.onEnded();
    }
    throw error;
  }
}
