import { expect, it } from 'vitest';
import { statusWith } from '#testing/builders-status.ts';
import { emptyCart } from '#testing/builders-cart.ts';
import { guestCart } from './guest-cart.ts';

const code = { code: 'LE-M05', description: 'Mesa 5', type: 'LOCAL' } as const;
const line = { key: '5||', item_id: 5, quantity: 2, selection: {}, comments: null, unit: null };

it("a guest's order is of the table; what was chosen in the same store stays, in another one it does not", () => {
  const table = { store: { id: 1 }, code, status: statusWith() };
  const fresh = guestCart(table, null);
  expect(fresh).toMatchObject({ store_id: 1, type: 'LOCAL', catalogType: 'LOCAL', lines: [], comments: '' });
  expect(fresh.code).toEqual({ ...code, id: 0, group: true });
  const before = { ...fresh, lines: [line], comments: 'Sin apuro' };
  const moved = guestCart({ ...table, code: { ...code, code: 'LE-M06', description: 'Mesa 6' } }, before);
  expect(moved).toMatchObject({ lines: [line], comments: 'Sin apuro', code: { description: 'Mesa 6' } });
  expect(guestCart({ ...table, store: { id: 2 } }, before)).toMatchObject({ lines: [], comments: '' });
  expect(guestCart(table, { ...emptyCart, store_id: 2, lines: [line] }).lines).toEqual([]);
});
