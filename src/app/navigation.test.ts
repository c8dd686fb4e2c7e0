import type { AnyRouter } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { scrollResetMs } from '#domain/limits.ts';
import { keepNavigationRules } from './navigation.ts';

/** A router that only tells where it has arrived. */
function fakeRouter() {
  const heard = new Map<string, (event: object) => void>();
  const history = { block: () => undefined, location: { href: '/sellers/', state: {} }, push: () => undefined };
  const subscribe = (name: string, hear: (event: object) => void): void => void heard.set(name, hear);
  return {
    router: { history, subscribe } as unknown as AnyRouter,
    arriveAt: (pathname: string, pathChanged = true): void =>
      heard.get('onRendered')?.({ pathChanged, toLocation: { pathname } }),
  };
}

it('scrolls to the top at once and 300 ms after a navigation, and never on the checkout (F-28, F-29)', () => {
  vi.useFakeTimers();
  const scrollTo = vi.fn();
  vi.stubGlobal('window', { scrollTo });
  const { router, arriveAt } = fakeRouter();
  keepNavigationRules(router);
  expect(scrollResetMs).toBe(300);
  arriveAt('/sellers/1/home');
  vi.advanceTimersByTime(299);
  expect(scrollTo.mock.calls).toEqual([[{ top: 0 }]]);
  vi.advanceTimersByTime(1);
  expect(scrollTo.mock.calls).toEqual([[{ top: 0 }], [{ top: 0 }]]);
  // Another view of the same screen.
  arriveAt('/sellers/1/home', false);
  arriveAt('/sellers/1/cart/checkout');
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).toHaveBeenCalledTimes(2);
  // Leaving before its time is over cancels the second scroll.
  arriveAt('/sellers/1/cart/catalog');
  expect(scrollTo).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(200);
  arriveAt('/sellers/1/cart/checkout');
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
