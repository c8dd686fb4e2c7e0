import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isDatabaseAway } from './failures.ts';
import { inTurns, TurnTimeout } from './turns.ts';

/** A task that ends when it is told to. */
function openTask(log: string[], name: string) {
  let end = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const done = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = reject;
  });
  const run = (): Promise<string> => {
    log.push(name);
    return done;
  };
  return { run, end, fail };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns of a store', () => {
  afterEach(() => vi.useRealTimers());

  it('begins at most so many at once, the others in their order, those of another key beside them', async () => {
    const log: string[] = [];
    const inTurn = inTurns(2, 1_000);
    const [a, b, c, d, other] = ['a', 'b', 'c', 'd', 'other'].map((name) => openTask(log, name));
    if (!a || !b || !c || !d || !other) throw new Error('five tasks');
    const answers = [a, b, c, d].map(({ run }) => inTurn(1, run));
    const beside = inTurn(2, other.run);
    expect(log).toEqual(['a', 'b', 'other']);
    b.end();
    await settled();
    expect(log).toEqual(['a', 'b', 'other', 'c']);
    a.end();
    await settled();
    expect(log).toEqual(['a', 'b', 'other', 'c', 'd']);
    for (const task of [c, d, other]) task.end();
    expect([...(await Promise.all(answers)), await beside]).toEqual(['a', 'b', 'c', 'd', 'other']);
  });

  it('passes the turn on after a failure, which is only that of its own task', async () => {
    const log: string[] = [];
    const inTurn = inTurns(1, 1_000);
    const [a, b] = [openTask(log, 'a'), openTask(log, 'b')];
    const [first, second] = [inTurn(1, a.run), inTurn(1, b.run)];
    a.fail(new Error('a failed'));
    await expect(first).rejects.toThrow('a failed');
    b.end();
    expect(await second).toBe('b');
  });

  it('refuses a task that waited too long as if the database were away, and never begins it', async () => {
    vi.useFakeTimers();
    const log: string[] = [];
    const inTurn = inTurns(1, 5_000);
    const [a, late, c] = [openTask(log, 'a'), openTask(log, 'late'), openTask(log, 'c')];
    const first = inTurn(1, a.run);
    const refused = inTurn(1, late.run).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4_999);
    const third = inTurn(1, c.run);
    await vi.advanceTimersByTimeAsync(1);
    const error = await refused;
    expect([error instanceof TurnTimeout, isDatabaseAway(error)]).toEqual([true, true]);
    a.end();
    c.end();
    expect([await first, await third, log]).toEqual(['a', 'c', ['a', 'c']]);
  });

  it('runs every task once and never more than allowed, whatever their keys and lengths', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ key: fc.integer({ min: 0, max: 2 }), ticks: fc.nat(3), fails: fc.boolean() })),
        async (most, tasks) => {
          const inTurn = inTurns(most, 60_000);
          const running = new Map<number, number>();
          let [mostSeen, begun] = [0, 0];
          const answers = await Promise.allSettled(
            tasks.map(({ key, ticks, fails }, n) =>
              inTurn(key, async () => {
                begun += 1;
                const now = (running.get(key) ?? 0) + 1;
                running.set(key, now);
                mostSeen = Math.max(mostSeen, now);
                for (let i = 0; i < ticks; i += 1) await Promise.resolve();
                running.set(key, (running.get(key) ?? 0) - 1);
                if (fails) throw new Error(`${n} failed`);
                return n;
              }),
            ),
          );
          expect(begun).toBe(tasks.length);
          expect(mostSeen).toBeLessThanOrEqual(most);
          expect(answers.map(({ status }) => status)).toEqual(
            tasks.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          );
        },
      ),
    );
  });
});
