// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Profile } from '#contract/wire/stores.ts';
import { abilitiesOf, type Role } from '#domain/roles.ts';
import { buildStore } from '#testing/builders.ts';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { forPerson, setActing } from './acting.ts';
import { useSession } from './session.ts';

const store = buildStore();
const profile = { store } as Profile;
const hold = (role: Role, canDiscount: boolean): void =>
  setActing({ storeId: store.id, deviceUserId: 1, grant: 'g', id: 2, fullname: 'Diego', role, canDiscount });

it('whoever holds the device by their PIN has their own rights on the screens: role and abilities (K-13, K-16)', () => {
  stubLocalStorage();
  useSession.setState({ status: 'authenticated', user: { id: 1 } as never });
  expect(forPerson(profile).store.abilities).toEqual(store.abilities);
  hold('seller', false);
  expect(forPerson(profile).store).toMatchObject({
    pivot: { role: 'seller' },
    abilities: { canDiscount: false, canChooseSeller: false, canManageOrders: false, canManageStore: false },
  });
  hold('seller', true);
  expect(forPerson(profile).store.abilities).toEqual({ ...abilitiesOf({ role: 'seller' }), canDiscount: true });
  setActing(null);
  expect(forPerson(profile).store.abilities).toEqual(store.abilities);
});
