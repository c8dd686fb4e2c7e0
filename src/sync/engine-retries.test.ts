import { describe, expect, it } from 'vitest';
import { buildThing, unanswered } from '#testing/builders-sync.ts';
import { startedWorld } from '#testing/engine-world.ts';
import type { SendOutcome } from './entry.ts';

it('waits longer after each try without an answer: half a second, doubled each time (I7)', async () => {
  const w = await startedWorld();
  await w.tap('ACCEPTED');
  const waits: number[] = [];
  for (let n = 1; n <= 5; n += 1) {
    await w.calls[n - 1]?.answer(unanswered);
    let ms = 0;
    for (; w.calls.length === n && ms < 10_000; ms += 250) await w.pass(250);
    waits.push(ms);
  }
  // The jitter of the test's engine is one half.
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000]);
});

describe('a server that no longer knows the base of a command, because it went back in time', () => {
  const early = (current: ReturnType<typeof buildThing>): SendOutcome => ({
    kind: 'unknown',
    retryAfterMs: null,
    fault: false,
    current,
  });

  it.each([
    ['is based on the state there, if that is what the person saw (I9)', 'PENDING', { rev: 1_000 }],
    ['gets a base that the server refuses, if it is another one (I6)', 'DELIVER', { rev: 999 }],
  ])('gets it again with the same key; it %s', async (_, status, base) => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.calls[0]?.answer(early(buildThing(status, 1_000)));
    expect(w.disk.outbox.get(1)?.base).toEqual(base);
    await w.pass(1_000);
    expect(w.calls.map((c) => [c.key, c.base])).toEqual([
      ['c1', { rev: 1 }],
      ['c1', base],
    ]);
  });
});
