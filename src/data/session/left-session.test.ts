import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure, noAnswer } from '#sync/failure.ts';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { endLeftSession, leaveSession, watchLeftSession } from './left-session.ts';

const { asked } = vi.hoisted(() => ({ asked: vi.fn<() => Promise<void>>() }));
vi.mock('#data/api/api.ts', () => ({ api: { account: { signOut: asked } } }));
const refused = (status: number, code = 'refused'): ApiFailure => new ApiFailure(status, code, '', null, null, 0);
let events: EventTarget;

beforeEach(() => {
  stubLocalStorage();
  events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers();
  asked.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks nothing where no session was left', async () => {
  await endLeftSession();
  expect(asked).not.toHaveBeenCalled();
});

it('ends once what was left; a login waits for it', async () => {
  leaveSession();
  asked.mockResolvedValue();
  await Promise.all([endLeftSession(), endLeftSession()]);
  await endLeftSession();
  expect(asked).toHaveBeenCalledOnce();
});

it('is tried again by itself until the server answers, ever more seldom, and a login fails meanwhile', async () => {
  leaveSession();
  asked.mockRejectedValue(noAnswer(0));
  await expect(endLeftSession()).rejects.toBeInstanceOf(ApiFailure);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const tries = asked.mock.calls.length;
  expect(tries).toBeGreaterThan(8);
  expect(tries).toBeLessThan(30);
  asked.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked.mock.calls.length).toBe(tries + 1);
});

it('is tried at the start of a page and as soon as the network returns', async () => {
  leaveSession();
  asked.mockRejectedValue(refused(503));
  const stop = watchLeftSession();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledOnce();
  asked.mockResolvedValue();
  events.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('without its cookie nothing is left to end', async () => {
  leaveSession();
  asked.mockRejectedValue(refused(401));
  await endLeftSession();
  await endLeftSession();
  expect(asked).toHaveBeenCalledOnce();
});

it('a 401 that is not from our server ends nothing: the next login still waits', async () => {
  leaveSession();
  asked.mockRejectedValue(refused(401, ''));
  await expect(endLeftSession()).rejects.toBeInstanceOf(ApiFailure);
  asked.mockResolvedValue();
  await endLeftSession();
  await endLeftSession();
  expect(asked).toHaveBeenCalledTimes(2);
});
