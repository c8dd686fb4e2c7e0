import { isObject } from './unknown.ts';

interface Place {
  readonly code: number;
  readonly x: number;
  readonly y: number;
}

/** Places of one row differ less than this in height, in canvas units. */
const rowHeight = 100;

const numberOr0 = (value: unknown): number => (typeof value === 'number' ? value : 0);

function placesIn(node: unknown): Place[] {
  if (!isObject(node)) return [];
  const { attrs, children } = node;
  const own =
    isObject(attrs) && typeof attrs['code_id'] === 'number'
      ? [{ code: attrs['code_id'], x: numberOr0(attrs['x']), y: numberOr0(attrs['y']) }]
      : [];
  return [...own, ...(Array.isArray(children) ? children.flatMap(placesIn) : [])];
}

/** Ids of the codes on a drawing, in reading order; none when it is no drawing (H-05). */
export function codesOnMap(draw: string): number[] {
  try {
    const row = ({ y }: Place): number => Math.floor(y / rowHeight);
    return placesIn(JSON.parse(draw))
      .toSorted((a, b) => row(a) - row(b) || a.x - b.x)
      .map((p) => p.code);
  } catch {
    return [];
  }
}
