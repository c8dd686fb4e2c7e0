import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { drawingText } from './floor-map.ts';

const rect = { className: 'Rect', attrs: { x: 1, y: 1, width: 10, height: 10, fill: '#ffffff' } };
const drawn = (children: readonly object[]): string =>
  JSON.stringify({ className: 'Stage', attrs: {}, children: [{ className: 'Layer', attrs: {}, children }] });
const isAccepted = (draw: string): boolean => z.safeParse(drawingText, draw).success;
const shapes = (count: number): object[] => Array.from({ length: count }, () => rect);

describe('the drawing of a floor map (T11)', () => {
  it('has at most 2,000 nodes, stage and layer included', () => {
    expect(isAccepted(drawn(shapes(1_998)))).toBe(true);
    expect(isAccepted(drawn(shapes(1_999)))).toBe(false);
    expect(isAccepted(drawn(shapes(50_000)))).toBe(false);
  });

  it('has at most 200,000 characters', () => {
    expect(isAccepted(drawn([rect]).padEnd(200_000))).toBe(true);
    expect(isAccepted(drawn([rect]).padEnd(200_001))).toBe(false);
  });

  it.each([
    ['no JSON', '{'],
    ['a picture', drawn([{ className: 'Image', attrs: { src: 'https://example.com/x.svg' } }])],
    ['a handler', drawn([{ ...rect, attrs: { ...rect.attrs, onload: 'x' } }])],
    ['a colour that is none', drawn([{ ...rect, attrs: { fill: 'url(https://example.com)' } }])],
    ['a place outside', drawn([{ ...rect, attrs: { x: 1e9 } }])],
    [
      'a group in a group',
      drawn([{ className: 'Group', attrs: {}, children: [{ className: 'Group', attrs: {}, children: [] }] }]),
    ],
  ])('refuses %s', (_what, draw) => {
    expect(isAccepted(draw)).toBe(false);
  });
});
