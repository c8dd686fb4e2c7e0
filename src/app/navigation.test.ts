import type { AnyRouter, HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { scrollResetMs } from '#domain/limits.ts';
import { keepNavigationRules } from './navigation.ts';

const closeTop = vi.hoisted(() => vi.fn(() => true));
vi.mock('#ui/overlay/overlay-stack.ts', () => ({
  closeAll: () => {},
  closeTop,
  hasOpenOverlay: () => true,
  onFirstLayer: () => {},
}));

const here = { state: {} } as HistoryLocation;
const places = { currentLocation: here, nextLocation: here };

/** A router that only tells where it has arrived. */
function fakeRouter() {
  const heard = new Map<string, (event: object) => void>();
  const block = vi.fn<RouterHistory['block']>();
  const history = { block, location: { href: '/sellers/', state: {} }, push: () => undefined };
  const subscribe = (name: string, hear: (event: object) => void): void => void heard.set(name, hear);
  return {
    router: { history, subscribe } as unknown as AnyRouter,
    blocks: async (action: 'BACK' | 'FORWARD' | 'GO' | 'PUSH' | 'REPLACE') =>
      block.mock.calls[0]?.[0].blockerFn({ action, ...places }),
    arriveAt: (pathname: string, pathChanged = true): void =>
      heard.get('onRendered')?.({ pathChanged, toLocation: { pathname } }),
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['BACK', true],
  ['FORWARD', true],
  ['GO', true],
  ['PUSH', false],
  ['REPLACE', false],
] as const)('with a dialog open: %s closes it instead of leaving: %s (F-25, F-26)', async (action, stays) => {
  closeTop.mockClear();
  const { router, blocks } = fakeRouter();
  keepNavigationRules(router);
  expect(await blocks(action)).toBe(stays);
  expect(closeTop).toHaveBeenCalledTimes(stays ? 1 : 0);
});

it('scrolls to the top at once and 300 ms after a navigation, and never on the checkout (F-28, F-29)', () => {
  vi.useFakeTimers();
  const scrollTo = vi.fn();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { scrollTo }));
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
});

it.each(['pointerdown', 'wheel', 'keydown'])('does not scroll a second time once the screen had a %s', (name) => {
  vi.useFakeTimers();
  const scrollTo = vi.fn();
  const window = Object.assign(new EventTarget(), { scrollTo });
  vi.stubGlobal('window', window);
  const { router, arriveAt } = fakeRouter();
  keepNavigationRules(router);
  // What led to the new screen came before it.
  window.dispatchEvent(new Event(name));
  arriveAt('/sellers/1/home');
  window.dispatchEvent(new Event(name));
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).toHaveBeenCalledTimes(1);
  arriveAt('/sellers/1/orders');
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).toHaveBeenCalledTimes(3);
});
