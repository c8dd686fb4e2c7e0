import { deviceClock } from '#platform/clock.ts';
import { ApiFailure } from '#sync/failure.ts';

/**
 * The access token: in memory only (T3). Renewed through the refresh cookie, one renewal at a time; `generation` counts
 * tokens, so that a late 401 of an old one is told apart.
 */
export interface AccessToken {
  readonly value: string;
  readonly generation: number;
  readonly expiresAt: number;
}

export interface TokenSource {
  /** Exchanges the refresh cookie; rejects with ApiFailure. */
  readonly refresh: () => Promise<{ access_token: string; expires_in: number }>;
  /** The session is over for good: a well-formed 401 on the refresh. */
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

/** A usable token, renewed first when it is about to end; null without a session. */
export async function accessToken(): Promise<AccessToken | null> {
  if (!source?.hasSession()) return null;
  if (current && current.expiresAt > deviceClock.mono()) return current;
  return renewAccessToken(generation);
}

/** A token newer than `than`; every caller of the same moment shares one request. */
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
    // Only a well-formed refusal ends the session; 5xx, no answer and a portal's page never do.
    if (error instanceof ApiFailure && error.status === 401 && error.code !== '') {
      current = null;
      source.onEnded();
    }
    throw error;
  }
}
