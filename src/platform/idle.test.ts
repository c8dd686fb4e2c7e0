import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** What the page's observer of received files was given to call. */
let received = (): void => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(call: () => void) {
        received = call;
      }
      observe(): void {}
      disconnect(): void {
        received = () => {};
      }
    },
  );
  vi.stubGlobal('window', {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const idleDelayMs = 2_000;

it('calls when nothing has arrived for two seconds and no call is under way', async () => {
  const { countRequest, whenQuiet } = await import('./idle.ts');
  const call = vi.fn();
  let answer = (): void => {};
  void countRequest(
    new Promise<void>((resolve) => {
      answer = resolve;
    }),
  );
  whenQuiet(call);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call).not.toHaveBeenCalled();
  answer();
  await vi.advanceTimersByTimeAsync(2_000 + idleDelayMs);
  expect(call).toHaveBeenCalledOnce();
});

it('calls after a minute on a page that always receives something', async () => {
  const { whenQuiet } = await import('./idle.ts');
  const call = vi.fn();
  whenQuiet(call);
  for (let second = 0; second < 59; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    received();
  }
  expect(call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000 + idleDelayMs);
  expect(call).toHaveBeenCalledOnce();
});
