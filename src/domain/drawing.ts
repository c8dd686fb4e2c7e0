import {
  floorMapMaxBytes,
  floorMapNodesMax,
  floorMapPointsMax,
  floorMapReach,
  floorMapTextMaxChars,
} from './limits.ts';
import type { PlaceState } from './order-group.ts';
import { isObject } from './unknown.ts';

/** The shapes of a floor map; a drawing with any other is invalid (docs/threats.md T11). */
export const drawnKinds = ['Rect', 'Circle', 'Line', 'Text'] as const;
export type DrawnKind = (typeof drawnKinds)[number];
export const lineCaps = ['butt', 'round', 'square'] as const;
export const textAligns = ['left', 'center', 'right'] as const;
export const drawnColour = /^#[0-9a-f]{3,8}$/i;

interface Placed {
  readonly x: number;
  readonly y: number;
  /** Degrees. */
  readonly rotation: number;
}

interface Painted extends Placed {
  /** null: nothing is filled, or no line is drawn. */
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly strokeWidth: number;
}

interface DrawnRect extends Painted {
  readonly kind: 'Rect';
  readonly width: number;
  readonly height: number;
  readonly cornerRadius: number;
}

interface DrawnCircle extends Painted {
  readonly kind: 'Circle';
  readonly radius: number;
}

interface DrawnLine extends Painted {
  readonly kind: 'Line';
  readonly points: readonly number[];
  readonly closed: boolean;
  readonly lineCap: (typeof lineCaps)[number];
}

interface DrawnText extends Painted {
  readonly kind: 'Text';
  readonly text: string;
  readonly fontSize: number;
  readonly align: (typeof textAligns)[number];
  /** null: as wide as the text. */
  readonly width: number | null;
}

export type DrawnShape = DrawnRect | DrawnCircle | DrawnLine | DrawnText;

/** Several shapes that are placed together. */
export interface DrawnGroup extends Placed {
  readonly kind: 'Group';
  readonly shapes: readonly DrawnShape[];
}

/** A table or a bar place (G-15, G-19). */
export interface DrawnPlace extends DrawnGroup {
  readonly codeId: number;
}

/** A floor map's drawing: the room, and the places that stand in it. */
export interface Drawing {
  readonly floor: readonly (DrawnShape | DrawnGroup)[];
  readonly places: readonly DrawnPlace[];
}

type Attributes = Readonly<Record<string, unknown>>;

function wrong(what: string): never {
  throw new RangeError(`the drawing has a wrong ${what}`);
}

function numberOf(attrs: Attributes, name: string, otherwise: number): number {
  const value = attrs[name];
  if (value === undefined) return otherwise;
  return typeof value === 'number' && Math.abs(value) <= floorMapReach ? value : wrong(name);
}

function oneOf<T extends string>(attrs: Attributes, name: string, known: readonly [T, ...T[]]): T {
  const value = attrs[name];
  return value === undefined ? known[0] : (known.find((k) => k === value) ?? wrong(name));
}

function colourOf(attrs: Attributes, name: string): string | null {
  const value = attrs[name];
  if (value === undefined) return null;
  return typeof value === 'string' && drawnColour.test(value) ? value : wrong(name);
}

const placed = (attrs: Attributes): Placed => ({
  x: numberOf(attrs, 'x', 0),
  y: numberOf(attrs, 'y', 0),
  rotation: numberOf(attrs, 'rotation', 0),
});

function pointsOf({ points }: Attributes): readonly number[] {
  if (!Array.isArray(points) || points.length > floorMapPointsMax) return wrong('points');
  const isPoint = (p: unknown): p is number => typeof p === 'number' && Math.abs(p) <= floorMapReach;
  return points.every(isPoint) ? points : wrong('points');
}

const textOf = ({ text }: Attributes): string =>
  typeof text === 'string' && text.length <= floorMapTextMaxChars ? text : wrong('text');

/** Reads one shape. It takes the attributes of the list and no others, so nothing else reaches the canvas. */
function shapeOf(kind: DrawnKind, attrs: Attributes): DrawnShape {
  const fill = colourOf(attrs, 'fill');
  const stroke = colourOf(attrs, 'stroke');
  const painted = { ...placed(attrs), fill, stroke, strokeWidth: numberOf(attrs, 'strokeWidth', 2) };
  switch (kind) {
    case 'Rect': {
      const [width, height] = [numberOf(attrs, 'width', 0), numberOf(attrs, 'height', 0)];
      return { kind, ...painted, width, height, cornerRadius: numberOf(attrs, 'cornerRadius', 0) };
    }
    case 'Circle':
      return { kind, ...painted, radius: Math.max(0, numberOf(attrs, 'radius', 0)) };
    case 'Line': {
      const lineCap = oneOf(attrs, 'lineCap', lineCaps);
      return { kind, ...painted, points: pointsOf(attrs), closed: attrs['closed'] === true, lineCap };
    }
    case 'Text': {
      const width = attrs['width'] === undefined ? null : numberOf(attrs, 'width', 0);
      const [align, fontSize] = [oneOf(attrs, 'align', textAligns), numberOf(attrs, 'fontSize', 16)];
      return { kind, ...painted, text: textOf(attrs), fontSize, align, width };
    }
  }
}

/** Goes through the nodes of a drawing and stops at the first one that is over the limit. */
class NodeReader {
  #left = floorMapNodesMax;

  /** Opens a node of one of these classes. */
  open<T extends string>(
    value: unknown,
    classes: readonly T[],
  ): { readonly is: T; readonly attrs: Attributes; readonly children: readonly unknown[] } {
    this.#left -= 1;
    if (this.#left < 0) return wrong('number of nodes');
    if (!isObject(value)) return wrong('node');
    const { className, attrs = {}, children = [] } = value;
    const is = classes.find((known) => known === className) ?? wrong('class');
    if (!isObject(attrs)) return wrong('attributes');
    return Array.isArray(children) ? { is, attrs, children } : wrong('children');
  }

  shape(value: unknown): DrawnShape {
    const { is, attrs } = this.open(value, drawnKinds);
    return shapeOf(is, attrs);
  }
}

/** The drawing in a parsed canvas; throws a RangeError when it is none. */
export function drawingOf(canvas: unknown): Drawing {
  const nodes = new NodeReader();
  const floor: (DrawnShape | DrawnGroup)[] = [];
  const places: DrawnPlace[] = [];
  for (const layer of nodes.open(canvas, ['Stage']).children)
    for (const child of nodes.open(layer, ['Layer']).children) {
      const { is, attrs, children } = nodes.open(child, [...drawnKinds, 'Group']);
      if (is !== 'Group') {
        floor.push(shapeOf(is, attrs));
        continue;
      }
      const group = { kind: is, ...placed(attrs), shapes: children.map((inner) => nodes.shape(inner)) };
      const { code_id } = attrs;
      if (code_id === undefined) floor.push(group);
      else places.push({ ...group, codeId: typeof code_id === 'number' ? code_id : wrong('code_id') });
    }
  return { floor, places };
}

/** Reads a stored drawing (docs/threats.md T11); null when it is none or is over the limits (G-18). */
export function readDrawing(draw: string): Drawing | null {
  if (draw.length > floorMapMaxBytes) return null;
  try {
    return drawingOf(JSON.parse(draw));
  } catch {
    return null;
  }
}

const outlineColours: Readonly<Record<PlaceState, string | null>> = {
  waiting: '#ff3366',
  paying: '#00d4ff',
  open: '#39cc5b',
  free: null,
};

/** The outline of a place on the map; null: none (G-16). */
export function outlineOf(state: PlaceState): { readonly stroke: string; readonly width: number } | null {
  const stroke = outlineColours[state];
  return stroke === null ? null : { stroke, width: 3 };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf(shape: DrawnShape): Box {
  const { x, y } = shape;
  switch (shape.kind) {
    case 'Rect':
      return { left: x, top: y, right: x + shape.width, bottom: y + shape.height };
    case 'Circle':
      return { left: x - shape.radius, top: y - shape.radius, right: x + shape.radius, bottom: y + shape.radius };
    case 'Line': {
      const [xs, ys] = [0, 1].map((odd) => shape.points.filter((_, index) => index % 2 === odd));
      const [across = [0], down = [0]] = [xs, ys];
      return {
        left: x + Math.min(...across),
        top: y + Math.min(...down),
        right: x + Math.max(...across),
        bottom: y + Math.max(...down),
      };
    }
    case 'Text':
      return { left: x, top: y, right: x + (shape.width ?? 0), bottom: y + shape.fontSize };
  }
}

type Body = Pick<DrawnRect, 'kind' | 'x' | 'y' | 'rotation' | 'width' | 'height' | 'cornerRadius'>;

/** What the outline of a place follows: its first rectangle or circle, else a rectangle around all of it. */
export function bodyOf({ shapes }: DrawnGroup): Body | DrawnCircle {
  const body = shapes.find((shape) => shape.kind === 'Rect' || shape.kind === 'Circle');
  if (body) return body;
  const boxes = shapes.map(boxOf);
  const [left, top] = [Math.min(0, ...boxes.map((b) => b.left)), Math.min(0, ...boxes.map((b) => b.top))];
  const [right, bottom] = [Math.max(0, ...boxes.map((b) => b.right)), Math.max(0, ...boxes.map((b) => b.bottom))];
  return { kind: 'Rect', x: left, y: top, rotation: 0, width: right - left, height: bottom - top, cornerRadius: 0 };
}

/** The place at a point of the canvas, the uppermost of several; `slack`: how near is near enough (G-15). */
export function placeAt(
  { places }: Pick<Drawing, 'places'>,
  point: { readonly x: number; readonly y: number },
  slack = 0,
): DrawnPlace | null {
  const isAt = (place: DrawnPlace): boolean => {
    const turn = (-place.rotation * Math.PI) / 180;
    const [dx, dy] = [point.x - place.x, point.y - place.y];
    const x = dx * Math.cos(turn) - dy * Math.sin(turn);
    const y = dx * Math.sin(turn) + dy * Math.cos(turn);
    return place.shapes
      .map(boxOf)
      .some(
        (box) => x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack,
      );
  };
  return places.findLast(isAt) ?? null;
}
