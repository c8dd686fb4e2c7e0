import { create } from 'zustand';
import type { User } from '#contract/account.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { abilitiesOf, narrowedPivot, type Role } from '#domain/roles.ts';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';
import { useSession } from './session.ts';

/** Who acts on this device in a store, by their PIN, while another person's account has signed it in. */
export interface Acting {
  readonly storeId: number;
  /** Whose account has signed the device in. */
  readonly deviceUserId: number;
  /** Sent with what they do (X-Acting). */
  readonly grant: string;
  readonly id: number;
  readonly fullname: string;
  readonly role: Role;
  readonly canDiscount: boolean;
}

const isActing = (value: unknown): value is Acting =>
  isObject(value) && Number.isInteger(value['storeId']) && typeof value['grant'] === 'string';

const record = localRecord<Acting>('acting', 1, isActing);

const useActingState = create<{ readonly acting: Acting | null }>(() => ({ acting: record.read() }));

useSession.subscribe(({ status }) => {
  if (status === 'guest') setActing(null);
});

/** Follows the other tabs of the device: the same person holds them. Returns the unsubscribe function. */
export const watchActing = (): (() => void) => record.watch(() => useActingState.setState({ acting: record.read() }));

/** null: the device's own person. */
export function setActing(acting: Acting | null): void {
  if (acting) record.write(acting);
  else record.clear();
  useActingState.setState({ acting });
}

const inStoreNow = (acting: Acting | null, storeId: unknown, userId: number | undefined): Acting | null =>
  acting?.storeId === storeId && acting?.deviceUserId === userId ? acting : null;

/** Who acts in that store instead of the device's own person; null: nobody. */
export const actingIn = (storeId: unknown): Acting | null =>
  inStoreNow(useActingState.getState().acting, storeId, useSession.getState().user?.id);

export const useActing = (storeId: number): Acting | null => {
  const userId = useSession((s) => s.user?.id);
  return useActingState(({ acting }) => inStoreNow(acting, storeId, userId));
};

/** The person who holds the device in a store. */
export function usePerson(storeId: number): User | null {
  const user = useSession((s) => s.user);
  const acting = useActing(storeId);
  return user && acting ? { ...user, id: acting.id, fullname: acting.fullname } : user;
}

/** The profile with the rights of whoever holds the device. */
function withRightsOf(acting: Acting | null, profile: Profile): Profile {
  if (!acting) return profile;
  const { pivot } = profile.store;
  const own = { role: acting.role, owner: false, config: { ...pivot.config, canDiscount: acting.canDiscount } };
  const narrowed = narrowedPivot(pivot, own);
  return { ...profile, store: { ...profile.store, pivot: narrowed, abilities: abilitiesOf(narrowed) } };
}

export const forPerson = (profile: Profile): Profile => withRightsOf(actingIn(profile.store.id), profile);

let selected: { readonly acting: Acting | null; readonly select: (profile: Profile) => Profile } | null = null;

/** `forPerson` as a query's `select`: the same function as long as the same person holds the device. */
export function personSelect(storeId: number): (profile: Profile) => Profile {
  const acting = actingIn(storeId);
  if (selected?.acting !== acting) selected = { acting, select: (profile) => withRightsOf(acting, profile) };
  return selected.select;
}
