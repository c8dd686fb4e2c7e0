import { isObject } from '#domain/unknown.ts';
import { queryOptions } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import { localRecord } from '#platform/local-record.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { endLeftSession } from './left-session.ts';
import { currentUser, enterWith, setUser, logIn } from './session.ts';

/** Calls of a person about their own account. All of them reject with ApiFailure. */

/** The login methods of this server: its other providers, and the number of digits in a one-time code. */
export interface Ways {
  readonly google: boolean;
  readonly facebook: boolean;
  readonly code_length: number;
}

const isWays = (value: unknown): value is Ways =>
  isObject(value) &&
  typeof value['google'] === 'boolean' &&
  typeof value['facebook'] === 'boolean' &&
  typeof value['code_length'] === 'number';

// Stored so that the next visit shows the buttons at once, without a layout shift.
const keptWays = localRecord<Ways>('ways', 1, isWays);

export const accountQueries = {
  ways: () =>
    queryOptions({
      queryKey: ['ways'],
      queryFn: async ({ signal }): Promise<Ways> => {
        const ways = await api.account.ways(undefined, { signal });
        keptWays.write(ways);
        return ways;
      },
      initialData: () => keptWays.read() ?? undefined,
      initialDataUpdatedAt: 0,
    }),
  /** Reads the own account again and updates the session: another device may have changed it. */
  me: () =>
    queryOptions({
      queryKey: ['me'],
      queryFn: async ({ signal }): Promise<User> => {
        const user = await api.account.me(undefined, { signal });
        // Ignore the answer after a logout.
        if (currentUser()?.id === user.id) setUser(user);
        return user;
      },
      staleTime: 0,
    }),
  devices: () =>
    queryOptions({
      queryKey: ['me', 'devices'],
      queryFn: ({ signal }) => api.account.devices(undefined, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
};

export interface SignUpFields {
  readonly fullname: string;
  readonly email: string;
  /** E.164 */
  readonly phone: string;
  readonly password: string;
}

/**
 * POST /users, then POST /tokens, then GET /me. A retry with the same `key` and values is safe: after a
 * lost answer or a failed login the account still exists once.
 */
export async function signUp(user: SignUpFields, key: string): Promise<User> {
  await api.account.signUp(user, { context: { idempotencyKey: key } });
  return logIn(user.email, user.password);
}

/** Exchanges the token from the provider's redirect for a session. */
export async function exchangeSocial(provider: string, access_token: string): Promise<User> {
  await endLeftSession();
  return enterWith(await api.account.socialSignIn({ provider, access_token }));
}

export type ProfileChange = Pick<User, 'fullname' | 'notification_types' | 'notification_channels' | 'new_order_push'>;

/** */
export async function saveProfile(change: ProfileChange): Promise<void> {
  setUser(await api.account.saveProfile(change));
}

/** Changes the password. The server then signs the other devices out. */
export async function changePassword(password: string, confirm: string): Promise<void> {
  await api.account.changePassword({ password, password_confirm: confirm });
  void queryClient.invalidateQueries({ queryKey: accountQueries.devices().queryKey });
}

/** Signs another device out (T3). */
export async function signOutDevice(id: string): Promise<void> {
  await api.account.endDevice({ id });
  await queryClient.invalidateQueries({ queryKey: accountQueries.devices().queryKey });
}
