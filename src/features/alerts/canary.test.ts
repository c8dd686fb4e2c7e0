import { beforeEach, describe, expect, it } from 'vitest';
import type { Broken } from '#data/store/freshness.ts';
import { createCanary, paintMs, silenceMs } from './canary.ts';

let now: number;
let timers: { at: number; wake: () => void }[];
let frames: (() => void)[];
let visible: boolean;
let mark: number | null;
let results: Broken[];

const pass = (ms: number): void => {
  const end = now + ms;
  for (;;) {
    const next = timers.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > end) break;
    now = next.at;
    timers = timers.filter((t) => t !== next);
    next.wake();
  }
  now = end;
};
const paint = (): void => {
  const due = frames;
  frames = [];
  for (const call of due) call();
};
const open = () =>
  createCanary({
    mono: () => now,
    wakeIn: (ms, wake) => {
      const timer = { at: now + ms, wake };
      timers.push(timer);
      return () => {
        timers = timers.filter((t) => t !== timer);
      };
    },
    onFrame: (call) => {
      frames.push(call);
      return () => {
        frames = frames.filter((f) => f !== call);
      };
    },
    isVisible: () => visible,
    readMark: () => mark,
    onResult: (broken) => results.push(broken),
  });

beforeEach(() => {
  now = 0;
  timers = [];
  frames = [];
  visible = true;
  mark = null;
  results = [];
});

describe('the way from an event of the server to the eye', () => {
  it('is proved when the page shows the confirmation in a painted frame, once for a burst', () => {
    const canary = open();
    canary.confirmed(1);
    paint();
    expect(results).toEqual([]);
    mark = 1;
    paint();
    expect(results).toEqual([null]);
    canary.confirmed(2);
    pass(paintMs);
    expect(results).toEqual([null]);
  });

  it('is proved again every 30 s', () => {
    const canary = open();
    for (let n = 1; n <= 4; n += 1) {
      canary.heard();
      canary.confirmed(n);
      mark = n;
      paint();
      pass(30_000);
    }
    expect(results).toEqual([null, null, null, null]);
  });

  it('is broken when no frame is painted', () => {
    const canary = open();
    canary.confirmed(1);
    mark = 1;
    pass(paintMs);
    expect(results).toEqual(['screen']);
  });

  it('is broken when the page is not rendered with what came', () => {
    const canary = open();
    canary.confirmed(1);
    for (let n = 0; n < 10; n += 1) paint();
    pass(paintMs);
    expect(results).toEqual(['screen']);
  });

  it('is broken when no event comes, and whole again with the next', () => {
    const canary = open();
    pass(silenceMs);
    expect(results).toEqual(['events']);
    canary.heard();
    canary.confirmed(1);
    mark = 1;
    paint();
    expect(results).toEqual(['events', null]);
  });

  it('stays broken while answers alone confirm the board; the next event proves it at once', () => {
    const canary = open();
    const confirm = (confirmation: number): void => {
      canary.confirmed(confirmation);
      mark = confirmation;
      paint();
    };
    pass(silenceMs);
    confirm(1);
    canary.heard();
    confirm(2);
    expect(results).toEqual(['events', 'events', null]);
  });

  it('is not asked for in a hidden tab', () => {
    const canary = open();
    visible = false;
    canary.confirmed(1);
    pass(2 * silenceMs);
    expect([frames, results]).toEqual([[], []]);
  });

  it('leaves no timer behind', () => {
    const canary = open();
    canary.confirmed(1);
    canary.stop();
    expect([timers, frames]).toEqual([[], []]);
  });
});
