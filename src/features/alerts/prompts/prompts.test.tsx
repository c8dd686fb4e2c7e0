// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addLayer } from '#ui/overlay/overlay-stack.ts';
import { Prompts } from './prompts.tsx';
import { promptTexts } from './texts.ts';

vi.mock('#data/alerts/push.ts', () => ({ pushState: () => Promise.resolve('ask'), startPush: vi.fn() }));

const tenDaysMs = 10 * 24 * 60 * 60 * 1_000;
const opened = Date.UTC(2026, 10, 20, 23);
let root: Root | null = null;

const passed = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const isAsked = (): boolean => document.body.textContent?.includes(promptTexts.notifications) ?? false;

async function openApp(at: number): Promise<void> {
  await act(async () => root?.unmount());
  vi.setSystemTime(at);
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  root = createRoot(box);
  await act(async () => root?.render(<Prompts quiet={false} wantsPush onPermissions={() => undefined} />));
  await passed(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  history.replaceState(null, '', '/sellers/1/home');
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the notification prompt is tried again every 5 s while a modal is open, and after «Ahora no» it rests ten days (R-37, R-38)', async () => {
  const element = document.createElement('dialog');
  document.body.append(element);
  const close = addLayer({ element, opener: null, requestClose: () => undefined, close: () => undefined });
  await openApp(opened);
  await passed(7_000);
  expect(isAsked()).toBe(false);
  close();
  await passed(2_999);
  expect(isAsked()).toBe(false);
  await passed(1);
  expect(isAsked()).toBe(true);

  const no = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === promptTexts.notNow);
  const answered = Date.now();
  await act(async () => no?.click());
  expect(isAsked()).toBe(false);
  await openApp(answered + tenDaysMs - 1_000);
  expect(isAsked()).toBe(false);
  await openApp(answered + tenDaysMs + 1_000);
  expect(isAsked()).toBe(true);
});
