import { queryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import type * as z from 'zod/mini';
import type { pinPerson } from '#contract/pins.ts';
import type { AllowableAbility } from '#domain/pin.ts';
import type { Store } from '#domain/store.ts';
import { api } from '#data/api/api.ts';
import { reread } from '#data/api/reread.ts';
import { actingIn, setActing } from '#data/session/acting.ts';
import { currentUser } from '#data/session/session.ts';

/** A person of the store who can share a device. */
export type Colleague = z.infer<typeof pinPerson>;

/** Read each time a dialog shows it: a PIN counts only on the server. */
export const peopleQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'people'],
    queryFn: ({ signal }): Promise<readonly Colleague[]> => api.pins.people({ store_id: storeId }, { signal }),
    staleTime: 0,
  });

/**
 * Sets the PIN of whoever holds the device, who goes on with it: the one before ends with all that it allowed. Rejects with
 * ApiFailure.
 */
export async function setOwnPin(storeId: number, pin: string): Promise<void> {
  const acting = actingIn(storeId);
  await api.pins.set({ store_id: storeId, pin });
  if (acting) await actAs(storeId, acting, pin);
  await reread(peopleQuery(storeId));
}

/** Removes a PIN with all that it allows; null: of whoever holds the device. Rejects with ApiFailure. */
export async function removePin(storeId: number, personId: number | null): Promise<void> {
  await (personId === null
    ? api.pins.drop({ store_id: storeId })
    : api.pins.remove({ store_id: storeId, id: personId }));
  await reread(peopleQuery(storeId));
}

/** From now on that person acts on this device. Rejects with ApiFailure: a wrong PIN is an error of `pin`. */
export async function actAs(storeId: number, person: Pick<Colleague, 'id'>, pin: string): Promise<void> {
  const own = currentUser();
  // The session types it, whoever holds the device.
  const granted = await api.pins.grant({ store_id: storeId, user_id: person.id, pin }, { context: { acting: null } });
  if (!own) return;
  const { id: grant, user, role, can_discount: canDiscount } = granted;
  setActing(user.id === own.id ? null : { storeId, deviceUserId: own.id, grant, ...user, role, canDiscount });
}

/** What somebody is asked to allow by their PIN. */
export interface Asked {
  readonly store: Pick<Store, 'id' | 'plan'>;
  readonly ability: AllowableAbility;
  /** The order or group that it is about; null: an order that is being taken. */
  readonly entityId: number | null;
  /** The action in words. */
  readonly what: string;
}

interface Asking extends Asked {
  readonly answer: (grant: string | null) => void;
}

/** The question that the page's dialog shows; null: none. */
export const useAsking = create<{ readonly asking: Asking | null }>(() => ({ asking: null }));

/** Asks somebody with the right for their PIN. Resolves to what goes with the call (X-Authorised); null: nobody did. */
export const askToAllow = (asked: Asked): Promise<string | null> =>
  new Promise((resolve) => {
    useAsking.getState().asking?.answer(null);
    const answer = (grant: string | null): void => {
      useAsking.setState({ asking: null });
      resolve(grant);
    };
    useAsking.setState({ asking: { ...asked, answer } });
  });

/** That person allows it. Rejects with ApiFailure. */
export async function allow({ store, ability, entityId }: Asked, person: Pick<Colleague, 'id'>, pin: string) {
  const { id } = await api.pins.grant({
    store_id: store.id,
    user_id: person.id,
    pin,
    ability,
    ...(entityId !== null && { entity_id: entityId }),
  });
  return id;
}
