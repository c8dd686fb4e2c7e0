// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addLayer } from '#ui/overlay/overlay-stack.ts';
import { closeAtActivity } from './close-at-activity.ts';
import { driftClass } from './drift.ts';
import { watchForScreensaver } from './idle-watch.ts';
import { pendingOrdersText } from './texts.ts';

describe('the screensaver', () => {
  const show = vi.fn<() => void>();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.stubGlobal('innerWidth', 768);
    show.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('comes after 300000 ms without a touch, on 768 px or more, with nothing open (O-07)', () => {
    const stop = watchForScreensaver(show);
    vi.advanceTimersByTime(299_999);
    expect(show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(show).toHaveBeenCalledTimes(1);
    stop();

    show.mockClear();
    const again = watchForScreensaver(show);
    vi.advanceTimersByTime(200_000);
    dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(299_999);
    expect(show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(show).toHaveBeenCalledTimes(1);
    again();

    show.mockClear();
    vi.stubGlobal('innerWidth', 767);
    const small = watchForScreensaver(show);
    vi.advanceTimersByTime(900_000);
    expect(show).not.toHaveBeenCalled();
    small();

    vi.stubGlobal('innerWidth', 1024);
    const element = document.body.appendChild(document.createElement('div'));
    const removeLayer = addLayer({ element, opener: null, requestClose: () => {}, close: () => {} });
    const behind = watchForScreensaver(show);
    vi.advanceTimersByTime(900_000);
    expect(show).not.toHaveBeenCalled();
    removeLayer();
    vi.advanceTimersByTime(5_000);
    expect(show).toHaveBeenCalledTimes(1);
    behind();
    element.remove();
  });

  it('keeps the click of the touch that closes it, and no later one after a drag (O-09)', () => {
    const clicked = vi.fn<() => void>();
    const button = document.body.appendChild(document.createElement('button'));
    button.addEventListener('click', clicked);
    const touch = (...names: readonly string[]): void => {
      for (const name of names) button.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
    };
    const open = (): void => {
      const stop = closeAtActivity(() => {
        show();
        stop();
      });
    };
    open();
    touch('pointerdown', 'click');
    expect(show).toHaveBeenCalledTimes(1);
    expect(clicked).not.toHaveBeenCalled();
    touch('pointerdown', 'click');
    expect(clicked).toHaveBeenCalledTimes(1);
    // A drag ends without a click.
    open();
    touch('pointerdown', 'pointermove');
    touch('pointerdown', 'click');
    expect(clicked).toHaveBeenCalledTimes(2);
    button.remove();
  });

  it('stops when the store is left', () => {
    watchForScreensaver(show)();
    vi.advanceTimersByTime(900_000);
    expect(show).not.toHaveBeenCalled();
  });

  it.each([
    [0, 'No hay pedidos pendientes'],
    [1, 'Tenés 1 pedido pendiente'],
    [2, 'Tenés 2 pedidos pendientes'],
    [5, 'Tenés 5 pedidos pendientes'],
  ])('says with %i pending orders: %s (O-08)', (count, text) => {
    expect(pendingOrdersText(count)).toBe(text);
  });

  it('stands in another place each minute, and in five places in turn', () => {
    const places = Array.from({ length: 10 }, (_, minute) => driftClass(minute * 60_000));
    expect(new Set(places.slice(0, 5)).size).toBe(5);
    expect(places.slice(5)).toEqual(places.slice(0, 5));
    expect(driftClass(59_999)).toBe(places[0]);
  });
});
