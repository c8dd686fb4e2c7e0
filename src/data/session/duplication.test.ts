import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdSession, isDuplicated, useDuplication } from './duplication.ts';

/** Other windows are heard by the cookie alone: the channel is deaf, as in a window that was suspended. */
class DeafChannel {
  addEventListener(): void {}
  postMessage(): void {}
  close(): void {}
}

let cookie = '';
const written = (): string | undefined => /(?:^|; )code=([^;]*)/.exec(cookie)?.[1];

beforeEach(() => {
  vi.useFakeTimers();
  cookie = '';
  vi.stubGlobal('BroadcastChannel', DeafChannel);
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal(
    'document',
    Object.defineProperty(new EventTarget(), 'cookie', {
      get: () => cookie,
      set(text: string) {
        [cookie = ''] = text.split(';');
      },
    }),
  );
  useDuplication.setState({ duplicated: false });
});
afterEach(() => void vi.useRealTimers());

it('the cookie is compared every second: another window’s identifier takes the session, once (F-31, F-32)', () => {
  const onLost = vi.fn();
  holdSession(onLost, false);
  const mine = written();
  expect(mine).toMatch(/^[\da-f-]{36}$/);
  vi.advanceTimersByTime(10_000);
  expect([onLost.mock.calls.length, written()]).toEqual([0, mine]);
  cookie = 'code=another';
  vi.advanceTimersByTime(999);
  expect([onLost.mock.calls.length, isDuplicated()]).toEqual([0, false]);
  vi.advanceTimersByTime(1);
  expect([onLost.mock.calls.length, isDuplicated()]).toEqual([1, true]);
  // The window rests: it neither looks again nor takes the cookie back.
  cookie = 'code=third';
  vi.advanceTimersByTime(60_000);
  expect([onLost.mock.calls.length, cookie, vi.getTimerCount()]).toEqual([1, 'code=third', 0]);
});

it('a cookie that is gone belongs to nobody: this window writes its own again (F-31)', () => {
  const onLost = vi.fn();
  const stop = holdSession(onLost, false);
  const mine = written();
  cookie = '';
  vi.advanceTimersByTime(1_000);
  expect([onLost.mock.calls.length, written()]).toEqual([0, mine]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
