import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installPromptMs } from '#domain/limits.ts';
import type { PushStateNow } from '#data/alerts/push.ts';
import { armPrompt } from '#data/device/arm-prompt.ts';
import { isResting, rest } from './prompt-timing.ts';
import { isArmed } from './prompts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wakeIn = (ms: number, wake: () => void): (() => void) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

describe('when a prompt comes', () => {
  it('60 s after the browser offers the installation, and once (R-31)', () => {
    const show = vi.fn();
    armPrompt({ delayMs: installPromptMs, isBusy: () => false, wakeIn, show });
    vi.advanceTimersByTime(59_999);
    expect(show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(show).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(600_000);
    expect(show).toHaveBeenCalledOnce();
  });

  it('every 5 s again while a modal or a panel is open (R-32, R-38)', () => {
    const show = vi.fn();
    let busy = true;
    let asked = 0;
    const isBusy = (): boolean => {
      asked += 1;
      return busy;
    };
    armPrompt({ delayMs: installPromptMs, isBusy, wakeIn, show });
    vi.advanceTimersByTime(60_000 + 14_999);
    expect([asked, show.mock.calls.length]).toEqual([3, 0]);
    busy = false;
    vi.advanceTimersByTime(1);
    expect([asked, show.mock.calls.length]).toEqual([4, 1]);
  });

  it('not at all when the app is installed meanwhile (R-34)', () => {
    const show = vi.fn();
    let busy = true;
    const first = armPrompt({ delayMs: installPromptMs, isBusy: () => false, wakeIn, show });
    vi.advanceTimersByTime(30_000);
    first();
    const second = armPrompt({ delayMs: 0, isBusy: () => busy, wakeIn, show });
    vi.advanceTimersByTime(12_000);
    second();
    busy = false;
    vi.advanceTimersByTime(600_000);
    expect(show).not.toHaveBeenCalled();
  });

  it.each(['install', 'notifications'] as const)('rests ten days by a cookie of its own: %s (F-44, R-33)', (prompt) => {
    const cookies: string[] = [];
    vi.stubGlobal('location', { protocol: 'http:' });
    vi.stubGlobal(
      'document',
      Object.defineProperty({}, 'cookie', {
        get: () => cookies.map((cookie) => cookie.split(';')[0]).join('; '),
        set(cookie: string) {
          cookies.push(cookie);
        },
      }),
    );
    expect(isResting(prompt)).toBe(false);
    rest(prompt);
    expect(cookies).toEqual([expect.stringContaining('; max-age=864000;')]);
    expect((['install', 'notifications'] as const).filter(isResting)).toEqual([prompt]);
  });
});

describe('the notification prompt', () => {
  it.each<[PushStateNow, boolean]>([
    ['ask', true],
    ['unregistered', true],
    ['registered', false],
    ['denied', false],
    ['unsupported', false],
    ['unconfigured', false],
    ['unknown', false],
  ])('in the state %s is armed: %s (R-39)', (state, armed) => expect(isArmed(state)).toBe(armed));
});
