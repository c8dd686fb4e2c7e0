import { describe, expect, it, vi } from 'vitest';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';
import { bodyOf, drawingOf, outlineOf, placeAt, readDrawing } from './drawing.ts';
import { floorMapMaxBytes, floorMapNodesMax } from './limits.ts';

const stage = (...children: readonly unknown[]) => ({
  className: 'Stage',
  attrs: {},
  children: [{ className: 'Layer', attrs: {}, children }],
});
const read = (...children: readonly unknown[]) => readDrawing(JSON.stringify(stage(...children)));
const table = { codeId: 7, label: '3', x: 90, y: 140, shape: 'square' as const };

describe('a stored drawing', () => {
  it('has the room and its places with their codes (G-19)', () => {
    const drawing = readDrawing(floorMapDrawing('Salón', [table]));
    expect(drawing?.floor.map((part) => part.kind)).toEqual(['Rect', 'Text', 'Line']);
    expect(drawing?.places).toMatchObject([{ codeId: 7, x: 90, y: 140, shapes: [{ kind: 'Rect' }, { text: '3' }] }]);
  });

  it('takes the attributes of the list, and no others', () => {
    const attrs = { x: 1, width: 5, height: 5, draggable: true, onClick: 'alert(1)', container: 'body' };
    const kept = 'kind x y rotation fill stroke strokeWidth width height cornerRadius';
    expect(Object.keys(read({ className: 'Rect', attrs })?.floor[0] ?? {}).join(' ')).toBe(kept);
  });

  it.each([
    ['no JSON', '{bad'],
    ['no object', 'null'],
    ['another class', JSON.stringify(stage({ className: 'Image', attrs: {} }))],
    ['a class of the prototype', JSON.stringify(stage({ className: 'constructor', attrs: {} }))],
    ['a layer in a layer', JSON.stringify(stage({ className: 'Layer', attrs: {}, children: [] }))],
    ['a group in a group', JSON.stringify(stage({ className: 'Group', children: [{ className: 'Group' }] }))],
    ['a code that is no number', JSON.stringify(stage({ className: 'Group', attrs: { code_id: '7' }, children: [] }))],
    ['a colour that is an address', JSON.stringify(stage({ className: 'Rect', attrs: { fill: 'url(//x)' } }))],
    ['a point far away', JSON.stringify(stage({ className: 'Rect', attrs: { x: 1e9 } }))],
    ['a line of 201 numbers', JSON.stringify(stage({ className: 'Line', attrs: { points: Array(201).fill(1) } }))],
    ['a text of 101 characters', JSON.stringify(stage({ className: 'Text', attrs: { text: 'a'.repeat(101) } }))],
    ['children that are no list', JSON.stringify({ className: 'Stage', attrs: {}, children: 7 })],
  ])('is invalid with %s (G-18)', (_, draw) => {
    expect(readDrawing(draw)).toBeNull();
  });

  it('of 2,000 nodes is read, of 2,001 it is invalid', () => {
    const shapes = (count: number) => Array.from({ length: count }, () => ({ className: 'Circle', attrs: {} }));
    expect(read(...shapes(floorMapNodesMax - 2))?.floor).toHaveLength(floorMapNodesMax - 2);
    expect(read(...shapes(floorMapNodesMax - 1))).toBeNull();
  });

  it('of 50,000 nodes is refused after 2,000 of them', () => {
    let looks = 0;
    const node = {
      get className() {
        looks += 1;
        return 'Circle';
      },
    };
    expect(() => drawingOf(stage(...Array.from({ length: 50_000 }, () => node)))).toThrow('number of nodes');
    expect(looks).toBeLessThanOrEqual(floorMapNodesMax);
  });

  it('over 200 kB is refused before it is parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(readDrawing(' '.repeat(floorMapMaxBytes + 1))).toBeNull();
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});

describe('the outline of a place', () => {
  it.each([
    ['waiting', { stroke: '#ff3366', width: 3 }],
    ['paying', { stroke: '#00d4ff', width: 3 }],
    ['open', { stroke: '#39cc5b', width: 3 }],
    ['free', null],
  ] as const)('of the state %s (G-16)', (state, outline) => {
    expect(outlineOf(state)).toEqual(outline);
  });

  it('follows its first rectangle or circle, else it goes around all of it', () => {
    const bodies = (...children: readonly unknown[]) =>
      (read({ className: 'Group', attrs: { code_id: 1 }, children })?.places ?? []).map(bodyOf);
    const text = { className: 'Text', attrs: { x: -4, y: 30, width: 50, fontSize: 20, text: '3' } };
    const line = { className: 'Line', attrs: { points: [0, 0, 60, 10] } };
    expect(bodies(text, { className: 'Circle', attrs: { radius: 9 } })).toMatchObject([{ kind: 'Circle', radius: 9 }]);
    expect(bodies(text, line)).toMatchObject([{ kind: 'Rect', x: -4, y: 0, width: 64, height: 50 }]);
  });
});

describe('the place at a point', () => {
  const places = (attrs: object) => ({
    places:
      read({
        className: 'Group',
        attrs: { code_id: 7, ...attrs },
        children: [{ className: 'Rect', attrs: { width: 100, height: 20 } }],
      })?.places ?? [],
  });

  it.each([
    ['inside', { x: 100, y: 100 }, { x: 150, y: 110 }, 0, 7],
    ['beside', { x: 100, y: 100 }, { x: 95, y: 110 }, 0, null],
    ['near enough', { x: 100, y: 100 }, { x: 95, y: 110 }, 8, 7],
    ['inside one that is turned', { x: 100, y: 100, rotation: 90 }, { x: 90, y: 190 }, 0, 7],
    ['where it would be if it were not turned', { x: 100, y: 100, rotation: 90 }, { x: 190, y: 110 }, 0, null],
  ])('%s (G-15)', (_, attrs, point, slack, code) => {
    expect(placeAt(places(attrs), point, slack)?.codeId ?? null).toBe(code);
  });

  it('is the uppermost of several', () => {
    const both = { places: [...places({ x: 0, y: 0 }).places, ...places({ x: 10, y: 0, code_id: 8 }).places] };
    expect(placeAt(both, { x: 50, y: 10 })?.codeId).toBe(8);
  });
});
