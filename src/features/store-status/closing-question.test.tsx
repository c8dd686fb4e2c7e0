// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { autoCloseCountdownMs } from '#domain/limits.ts';
import { after, instant, minutes } from '#domain/time.ts';
import { ClosingCountdown } from './closing-question.tsx';

it('the time left is read again every 20 s (T-27)', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const start = instant(Date.UTC(2026, 10, 20, 23));
  vi.useFakeTimers({ now: start });
  const box = document.createElement('div');
  const autoclose = after(start, minutes(5) + 10_000);
  await act(async () => createRoot(box).render(<ClosingCountdown autoclose={autoclose} />));
  const wait = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms));
  expect(autoCloseCountdownMs).toBe(20_000);
  expect(box.textContent).toBe('La tienda se cerrará en 6 minutos');
  await wait(19_999);
  expect(box.textContent).toBe('La tienda se cerrará en 6 minutos');
  await wait(1);
  expect(box.textContent).toBe('La tienda se cerrará en 5 minutos');
  await wait(60_000);
  expect(box.textContent).toBe('La tienda se cerrará en 4 minutos');
  vi.useRealTimers();
});
