import { expect, it } from 'vitest';
import { exchangeSocial, signUp } from './account.ts';
import { setUser, logIn, signOut, useSession } from './session.ts';

it('a device without a remembered user is a guest (A-19)', () => {
  expect(useSession.getState()).toEqual({ status: 'guest', user: null });
});

it('five actions lead in and out: sign-up, login, exchange, logout, set-user (A-19, A-53)', () => {
  for (const action of [signUp, logIn, exchangeSocial, signOut]) expect(action).toBeTypeOf('function');
  setUser({
    id: 1,
    fullname: 'Ana',
    email: 'ana@demo.marche',
    phone: null,
    phone_verified: false,
    avatar: null,
    notification_types: [],
    notification_channels: [],
    new_order_push: 'unattended' as const,
    confidence: 10,
    orders_resume: { success: { count: 0 }, false_order: { count: 0 } },
  });
  expect(useSession.getState()).toMatchObject({ status: 'authenticated', user: { id: 1 } });
});
