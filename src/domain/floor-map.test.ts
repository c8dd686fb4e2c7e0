import { describe, expect, it } from 'vitest';
import { codesOnMap } from './floor-map.ts';

const place = (code_id: number, x: number, y: number) => ({
  className: 'Group',
  attrs: { x, y, code_id },
  children: [],
});
const drawing = (...places: readonly object[]): string =>
  JSON.stringify({
    className: 'Stage',
    attrs: {},
    children: [{ className: 'Layer', attrs: {}, children: [{ className: 'Text', attrs: { x: 0, y: 0 } }, ...places] }],
  });

describe('the codes on a floor map', () => {
  it('come in reading order', () => {
    expect(codesOnMap(drawing(place(3, 10, 420), place(2, 400, 110), place(1, 20, 140)))).toEqual([1, 2, 3]);
  });

  it.each(['', 'null', '[]', '{"children":7}', '{"children":[null,{"attrs":{"code_id":"1"}}]}'])(
    'are none in %j, which is no drawing',
    (draw) => {
      expect(codesOnMap(draw)).toEqual([]);
    },
  );
});
