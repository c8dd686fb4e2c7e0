import { describe, expect, it } from 'vitest';
import { canvasPoint, fittedView, isFitted, movedView, zoomedView } from './map-view.ts';

const wide = { width: 1000, height: 400 };

describe('the view of a floor map', () => {
  it('fits the 800 × 800 canvas into the pane, in the middle (G-14)', () => {
    expect(fittedView(wide)).toEqual({ scale: 0.5, x: 300, y: 0 });
    expect(canvasPoint(fittedView(wide), { x: 700, y: 400 })).toEqual({ x: 800, y: 800 });
    expect(fittedView({ width: 390, height: 390 })).toEqual({ scale: 390 / 800, x: 0, y: 0 });
  });

  it('keeps the point under the fingers while it zooms', () => {
    const at = { x: 500, y: 200 };
    const near = zoomedView(fittedView(wide), 3, at, wide);
    expect(near.scale).toBe(1.5);
    expect(canvasPoint(near, at)).toEqual(canvasPoint(fittedView(wide), at));
  });

  it('is never farther than the whole room, nor nearer than a fifth of it', () => {
    expect(isFitted(zoomedView(fittedView(wide), 0.1, { x: 0, y: 0 }, wide), wide)).toBe(true);
    expect(zoomedView(fittedView(wide), 100, { x: 0, y: 0 }, wide).scale).toBe(2.5);
  });

  it('never leaves the room', () => {
    const near = zoomedView(fittedView(wide), 4, { x: 500, y: 200 }, wide);
    expect(movedView(near, { x: 9_999, y: 9_999 }, wide)).toMatchObject({ x: 0, y: 0 });
    expect(movedView(near, { x: -9_999, y: -9_999 }, wide)).toMatchObject({ x: 1000 - 1600, y: 400 - 1600 });
    expect(movedView(fittedView(wide), { x: 50, y: 50 }, wide)).toEqual(fittedView(wide));
  });
});
