// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms));
const onScreen = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-toast]')].map(({ dataset }) => dataset['toast']);

it('a notice goes away by itself after 3 s, a confirmation after 5 s, what asks for an answer never (F-42, F-43)', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<ToastHost />));
  await act(async () => {
    toast.show({ kind: 'info', text: 'Aviso' });
    toast.show({ kind: 'success', text: 'Listo' });
    toast.show({ kind: 'warning', text: 'La tienda se cerrará', duration: 'sticky' });
  });
  // They are painted two frames later, and count from then on.
  await wait(100);
  await wait(2_999);
  expect(onScreen()).toEqual(['info', 'success', 'warning']);
  await wait(1);
  expect(onScreen()).toEqual(['success', 'warning']);
  await wait(1_999);
  expect(onScreen()).toEqual(['success', 'warning']);
  await wait(1);
  expect(onScreen()).toEqual(['warning']);
  await wait(60_000);
  expect(onScreen()).toEqual(['warning']);
  await act(async () => root.unmount());
});
