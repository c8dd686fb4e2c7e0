// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '#sync/failure.ts';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { asGuest, noteScan, visitIsOver } from './guest-visit.ts';

const begin = vi.hoisted(() => vi.fn());
vi.mock('./guests-api.ts', () => ({ guestsApi: { begin } }));

const table = { storeId: 1, code: 'LE-M05' };
const over = new ApiFailure(401, 'unauthenticated', '', { code: 'unauthenticated' }, null, 0);
const refused = async (call: Promise<unknown>): Promise<boolean> => visitIsOver(await call.catch((e: unknown) => e));

beforeEach(() => {
  stubLocalStorage();
  let visits = 0;
  begin.mockReset().mockImplementation(() => {
    visits += 1;
    return Promise.resolve({ token: `visit ${visits}` });
  });
});

/** The call answers with its token; those of the visits that have ended are refused. */
const tokenBut =
  (...ended: readonly string[]) =>
  ({ guest = '' }): Promise<string> =>
    ended.includes(guest) ? Promise.reject(over) : Promise.resolve(guest);

it('begins one visit for all calls at a table, which a reload and another tab go on with', async () => {
  expect(await Promise.all([asGuest(table, tokenBut()), asGuest(table, tokenBut())])).toEqual(['visit 1', 'visit 1']);
  expect(await asGuest(table, tokenBut())).toBe('visit 1');
  expect(await asGuest({ ...table, code: 'LE-M06' }, tokenBut())).toBe('visit 2');
  expect(begin).toHaveBeenCalledTimes(2);
});

it('a visit that has ended is over until the code is scanned again', async () => {
  await asGuest(table, tokenBut());
  expect(await refused(asGuest(table, tokenBut('visit 1')))).toBe(true);
  // Not even asked any more.
  expect(await refused(asGuest(table, tokenBut()))).toBe(true);
  noteScan('LE-M05');
  expect(await asGuest(table, tokenBut('visit 1'))).toBe('visit 2');
});

it('a scan of a table whose visit has ended meanwhile begins the next one, once', async () => {
  await asGuest(table, tokenBut());
  noteScan('LE-M05');
  expect(await asGuest(table, tokenBut('visit 1'))).toBe('visit 2');
  expect(await refused(asGuest(table, tokenBut('visit 2')))).toBe(true);
});
