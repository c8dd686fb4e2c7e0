// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { instant, minutes } from '#domain/time.ts';
import { buildOrder } from '#testing/builders.ts';
import { useCardTimer } from './card-clock.ts';

const takenAt = instant(Date.UTC(2026, 10, 20, 23));

beforeEach(() => {
  vi.useFakeTimers({ now: takenAt });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the timer of a card counts on every 60 s (B-45, B-47, B-48)', async () => {
  const pending = buildOrder({ status: 'PENDING', is_scheduled: false, ready_by: null, created_at: takenAt });
  const accepted = buildOrder({ status: 'ACCEPTED', ready_by: instant(takenAt + minutes(1)) });
  const Timer = ({ of }: { readonly of: typeof pending }) => <p>{useCardTimer(of, 'UTC').text}</p>;
  const box = document.createElement('div');
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <>
        <Timer of={pending} />
        <Timer of={accepted} />
      </>,
    ),
  );
  const shown = (): (string | null)[] => [...box.children].map(({ textContent }) => textContent);
  const passed = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
  expect(shown()).toEqual(['0 min', '1 min']);
  await passed(59_999);
  expect(shown()).toEqual(['0 min', '1 min']);
  await passed(1);
  expect(shown()).toEqual(['1 min', '0 min']);
  await passed(60_000);
  expect(shown()).toEqual(['2 min', 'Atrasado 1 min']);
  await act(async () => root.unmount());
});
