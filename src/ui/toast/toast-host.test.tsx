// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addLayer } from '#ui/overlay/overlay-stack.ts';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  toast.clear();
  vi.useRealTimers();
});

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

it('over a sheet notices lie at the top, away from its actions', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<ToastHost />));
  const side = (): string | undefined => document.querySelector<HTMLElement>('[data-toasts]')?.dataset['side'];
  const openSheet = (): (() => void) => {
    const field = document.createElement('input');
    document.body.append(field);
    const close = addLayer({ element: field, opener: null, requestClose: () => {}, close: () => {} });
    act(() => field.focus());
    return () => {
      close();
      field.remove();
    };
  };
  const tell = (): Promise<void> => act(async () => void toast.show({ id: 'one', kind: 'info', text: 'Aviso' }));
  await tell();
  await wait(100);
  expect(side()).toBe('bottom');
  let closeSheet = openSheet();
  expect(side()).toBe('top');
  closeSheet();
  // It does not go back under the finger that has closed the sheet.
  expect(side()).toBe('top');
  await wait(3_000);
  await tell();
  await wait(100);
  expect(side()).toBe('bottom');
  await wait(3_000);
  closeSheet = openSheet();
  await tell();
  await wait(100);
  expect(side()).toBe('top');
  closeSheet();
  await act(async () => root.unmount());
});
