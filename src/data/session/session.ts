import { create } from 'zustand';
import type { User } from '#contract/account.ts';
import { localRecord } from '#platform/local-record.ts';
import { api, earlyOr } from '#data/api/api.ts';
import { readBoot, writeBoot } from './boot-snapshot.ts';
import { endLeftSession, leaveSession } from './left-session.ts';
import { connectTokens, dropAccessToken, renewAccessToken, setAccessToken } from '#data/api/tokens.ts';

/** The person logged in on this device. Stored locally, so that the app knows them when it starts offline (F-36). */
export interface SessionState {
  readonly status: 'guest' | 'authenticated';
  readonly user: User | null;
}

const lastEmail = localRecord<string>('last-email', 1, (v): v is string => typeof v === 'string');

const atStart = readBoot();

export const useSession = create<SessionState>(() =>
  atStart ? { status: 'authenticated', user: atStart.user } : { status: 'guest', user: null },
);

export const currentUser = (): User | null => useSession.getState().user;
export const lastStoreId = (): number | null => readBoot()?.lastStore ?? null;
export const rememberedEmail = (): string => lastEmail.read() ?? '';

/** Call when the person has lost access to the store. */
export function forgetLastStore(storeId: number): void {
  const user = currentUser();
  if (user && lastStoreId() === storeId) writeBoot({ user, lastStore: null });
}

export function rememberStore(storeId: number): void {
  const user = currentUser();
  if (user) writeBoot({ user, lastStore: storeId });
}

const tokenListeners = new Set<(generation: number) => void>();

/** Calls the listener for every new token, so that a parked queue can resume. */
export function onNewToken(listener: (generation: number) => void): () => void {
  tokenListeners.add(listener);
  return () => tokenListeners.delete(listener);
}

const endListeners = new Set<() => void>();

/** Calls the listener when the server has ended this session. The queued commands stay for the same user. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

connectTokens({
  refresh: () => earlyOr('POST /api/tokens/refresh', () => api.account.refresh()),
  hasSession: () => useSession.getState().status === 'authenticated',
  onRenewed: (generation) => {
    for (const tell of tokenListeners) tell(generation);
  },
  onEnded: () => {
    forgetSession();
    for (const tell of endListeners) tell();
  },
});

function forgetSession(): void {
  dropAccessToken();
  writeBoot(null);
  useSession.setState({ status: 'guest', user: null });
}

/** POST /tokens, then GET /me. Rejects with ApiFailure. */
export async function logIn(email: string, password: string): Promise<User> {
  await endLeftSession();
  const user = await enterWith(await api.account.signIn({ email, password }));
  lastEmail.write(email);
  return user;
}

/**
 * Signs this device in with a new token. Call `endLeftSession` before the request that brings the token. Rejects with
 * ApiFailure.
 */
export async function enterWith(token: { readonly access_token: string; readonly expires_in: number }): Promise<User> {
  setAccessToken(token.access_token, token.expires_in);
  useSession.setState({ status: 'authenticated' });
  try {
    const user = await api.account.me();
    setUser(user);
    return user;
  } catch (error) {
    forgetSession();
    throw error;
  }
}

export function setUser(user: User): void {
  writeBoot({ user, lastStore: readBoot()?.lastStore ?? null });
  useSession.setState({ status: 'authenticated', user });
}

/**
 * Deletes this device's session, and ends it on the server: at once, or when the server can be reached again, also by a
 * later page.
 */
export async function signOut(): Promise<void> {
  leaveSession();
  // A page that is closed during the request must not start with this person again.
  writeBoot(null);
  await endLeftSession().catch(() => {});
  forgetSession();
}

export const renewToken = (generation: number): void => void renewAccessToken(generation).catch(() => {});
