import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure, noAnswer } from '#sync/failure.ts';
import { buildStore, pesos } from '#testing/builders.ts';
import { giveBack } from './refunds.ts';

const refund = vi.hoisted(() => vi.fn());
vi.mock('#data/api/api.ts', () => ({ api: { orders: { refund } } }));

const wanted = { method: 'cash', amount: pesos(100), reason: 'Llegó frío' } as const;
const give = (more: { readonly reason?: string } = {}, onDoubt = () => {}) =>
  giveBack(buildStore(), { type: 'order', id: 7 }, { ...wanted, ...more }, { authorised: null, onDoubt });
const keys = (): string[] => refund.mock.calls.map(([, { context }]) => context.idempotencyKey);
const lost = () => Promise.reject(noAnswer(0));

beforeEach(() => {
  vi.useFakeTimers();
  refund.mockReset().mockImplementation(() => Promise.resolve({ entry: 1 }));
});
afterEach(() => void vi.useRealTimers());

it('a lost answer is asked for again under the same key, which is told once', async () => {
  refund.mockImplementationOnce(lost).mockImplementationOnce(lost);
  const onDoubt = vi.fn();
  const end = give({}, onDoubt);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await end).toBe(true);
  expect([keys().length, new Set(keys()).size, onDoubt.mock.calls.length]).toEqual([3, 1, 1]);
});

it('the same refund after half a minute without an answer is still one; another one and the next one are not', async () => {
  refund.mockImplementation(lost);
  const end = give().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await end).toBeInstanceOf(ApiFailure);
  const [first] = keys();
  refund.mockReset().mockImplementation(() => Promise.resolve({ entry: 1 }));
  await give();
  await give();
  await give({ reason: 'Otra cosa' });
  expect(keys()[0]).toBe(first);
  expect(new Set(keys()).size).toBe(3);
});

it('a refused refund is over: what is tried after it is another one', async () => {
  refund.mockImplementationOnce(() => Promise.reject(new ApiFailure(422, 'validation', '', {}, null, 0)));
  await expect(give()).rejects.toBeInstanceOf(ApiFailure);
  await give();
  expect(new Set(keys()).size).toBe(2);
});
