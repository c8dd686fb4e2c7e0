import { expect, it } from 'vitest';
import { useSession } from './session.ts';

it('a device without a remembered user is a guest (A-19)', () => {
  expect(useSession.getState()).toEqual({ status: 'guest', user: null });
});
