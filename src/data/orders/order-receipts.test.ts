import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { ApiFailure, noAnswer } from '#sync/failure.ts';
import type { ReceiptQueue } from './order-receipts.ts';
import { openReceiptQueue } from './order-receipts.ts';

type Batch = { order_id: number; stage: string; at: string }[];

let sent: Batch[];
let answer: () => Promise<void>;
let queue: ReceiptQueue;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 23) });
  sent = [];
  answer = () => Promise.resolve();
  queue = openReceiptQueue({
    send: (batch) => {
      sent.push(batch);
      return answer();
    },
    now: () => deviceClock.now(),
    wakeIn,
  });
});
afterEach(() => {
  queue.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const keys = (batch: Batch | undefined): string[] => (batch ?? []).map((s) => `${s.order_id} ${s.stage}`);

describe('what a device saw travels to the server', () => {
  it('in one batch, each stage once, with its moment', async () => {
    queue.add(1, 'received');
    await pass(100);
    queue.add(1, 'displayed');
    queue.add(1, 'displayed');
    queue.add(2, 'received');
    await pass(400);
    expect(keys(sent[0])).toEqual(['1 received', '1 displayed', '2 received']);
    expect(sent[0]?.map((s) => s.at)).toEqual([
      '2026-11-20T23:00:00.000Z',
      '2026-11-20T23:00:00.100Z',
      '2026-11-20T23:00:00.100Z',
    ]);
    queue.add(1, 'displayed');
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  it('in parts of 200', async () => {
    for (let id = 1; id <= 450; id += 1) queue.add(id, 'displayed');
    await pass(1_000);
    expect(sent.map((b) => b.length)).toEqual([200, 200, 50]);
  });

  it('again and again without an answer, at once when the network is back', async () => {
    answer = () => Promise.reject(noAnswer(0));
    queue.add(1, 'sounded');
    await pass(400);
    await pass(2_000);
    await pass(5_000);
    expect(sent).toHaveLength(3);
    answer = () => Promise.resolve();
    queue.wake();
    await pass(0);
    expect(sent).toHaveLength(4);
    expect(keys(sent[3])).toEqual(['1 sounded']);
    await pass(120_000);
    expect(sent).toHaveLength(4);
  });

  it('not at all once the server has refused it for good', async () => {
    answer = () => Promise.reject(new ApiFailure(404, 'not_found', '', null, null, 0));
    queue.add(1, 'sounded');
    await pass(120_000);
    expect(sent).toHaveLength(1);
    answer = () => Promise.resolve();
    queue.add(2, 'sounded');
    await pass(400);
    expect(keys(sent[1])).toEqual(['2 sounded']);
  });

  it('not about an order that left while nobody could be told; one that leaves at once is still told of', async () => {
    queue.add(1, 'acknowledged');
    queue.forget(1);
    await pass(400);
    expect(keys(sent[0])).toEqual(['1 acknowledged']);
    answer = () => Promise.reject(noAnswer(0));
    queue.add(2, 'displayed');
    queue.add(3, 'displayed');
    await pass(400);
    queue.forget(2);
    answer = () => Promise.resolve();
    queue.wake();
    await pass(0);
    expect(keys(sent.at(-1))).toEqual(['3 displayed']);
  });

  it('holds a thousand at most, the last of them', async () => {
    answer = () => Promise.reject(noAnswer(0));
    for (let id = 1; id <= 1_500; id += 1) queue.add(id, 'displayed');
    await pass(400);
    answer = () => Promise.resolve();
    queue.wake();
    await pass(1_000);
    const told = sent.slice(1).flatMap(keys);
    expect([told.length, told[0], told.at(-1)]).toEqual([1_000, '501 displayed', '1500 displayed']);
  });
});
