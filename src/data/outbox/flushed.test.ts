import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushed } from './flushed.ts';

function outbox(count: number) {
  let pending = Array.from({ length: count }, (_, i) => i);
  const listeners = new Set<() => void>();
  return {
    woken: 0,
    listeners,
    wake() {
      this.woken += 1;
    },
    getView: () => ({ pending }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send() {
      pending = pending.slice(1);
      for (const listener of listeners) listener();
    },
  };
}

describe('sending what waits before leaving (A-51, offline engine, Life cycle)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const start = (engines: readonly ReturnType<typeof outbox>[]) => {
    const left: number[] = [];
    const given = new AbortController();
    let ended = false;
    void flushed(engines, 5_000, (count) => left.push(count), given.signal).then(() => {
      ended = true;
    });
    return { left, given, ended: () => vi.advanceTimersByTimeAsync(0).then(() => ended) };
  };

  it('wakes every store and ends when the last one is empty', async () => {
    const [one, other] = [outbox(1), outbox(2)];
    const run = start([one, other]);
    expect([one.woken, other.woken]).toEqual([1, 1]);
    one.send();
    other.send();
    expect(await run.ended()).toBe(false);
    other.send();
    expect(await run.ended()).toBe(true);
    expect(run.left).toEqual([3, 2, 1, 0]);
    expect([one.listeners.size, other.listeners.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  it('waits five seconds and no longer', async () => {
    const run = start([outbox(1)]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await run.ended()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await run.ended()).toBe(true);
  });

  it('ends when the person gives up', async () => {
    const run = start([outbox(1)]);
    run.given.abort();
    expect(await run.ended()).toBe(true);
  });

  it('has nothing to wait for without anything unsent', async () => {
    expect(await start([outbox(0)]).ended()).toBe(true);
  });
});
