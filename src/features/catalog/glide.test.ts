import { beforeEach, expect, it, vi } from 'vitest';
import { scrollAnimationMs } from '#domain/limits.ts';
import { glide } from './glide.ts';

/** The callbacks that wait for the next frame. */
let waiting: ((now: number) => void)[] = [];

function frameAt(now: number): void {
  const due = waiting;
  waiting = [];
  for (const call of due) call(now);
}

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestAnimationFrame', (call: (now: number) => void) => waiting.push(call));
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = []));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

it('a jump to a section takes 150 ms, and follows a target that moves (C-13)', () => {
  const pane = { scrollTop: 100 };
  let target = 900;
  const rests: number[] = [];
  glide(
    pane,
    () => target,
    (at) => rests.push(at),
  );
  expect(scrollAnimationMs).toBe(150);
  frameAt(1_000);
  expect(pane.scrollTop).toBe(100);
  frameAt(1_075);
  expect(pane.scrollTop).toBeGreaterThan(100);
  frameAt(1_149);
  expect(pane.scrollTop).toBeLessThan(900);
  frameAt(1_150);
  expect(pane.scrollTop).toBe(900);
  // A row above was measured on the way.
  target = 940;
  frameAt(1_166);
  expect(pane.scrollTop).toBe(940);
  for (let n = 0; n < 10; n += 1) frameAt(1_200 + n * 16);
  expect(waiting).toEqual([]);
  expect(rests.at(-1)).toBe(940);
});

it('less motion jumps at once, and a stopped jump stays where it is (C-13)', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const pane = { scrollTop: 0 };
  glide(
    pane,
    () => 500,
    () => undefined,
  );
  frameAt(1_000);
  expect(pane.scrollTop).toBe(500);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const stop = glide(
    pane,
    () => 0,
    () => undefined,
  );
  stop();
  frameAt(2_000);
  frameAt(2_200);
  expect(pane.scrollTop).toBe(500);
});
