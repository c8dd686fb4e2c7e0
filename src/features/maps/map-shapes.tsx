import 'konva/lib/shapes/Circle.js';
import 'konva/lib/shapes/Line.js';
import 'konva/lib/shapes/Rect.js';
import 'konva/lib/shapes/Text.js';
import { memo } from 'react';
import { Circle, Group, Line, Rect, Text } from 'react-konva/lib/ReactKonvaCore.js';
import type { Drawing, DrawnPlace, DrawnShape } from '#domain/drawing.ts';
import { bodyOf, outlineOf } from '#domain/drawing.ts';
import type { PlaceState } from '#domain/order-group.ts';

/** The outline lies on a wider dark line, so that it is seen on light floors and tables. */
const ringColour = '#14110d';
const ringWidth = 7;
const chipText = '#ffffff';
const chipSize = 22;
const chipHeight = 34;
const chipMark = 7;

/** Taps are found by the domain (`placeAt`), so Konva keeps no second picture of the shapes. */
const deaf = { listening: false, perfectDrawEnabled: false } as const;

function KonvaShape({ shape, font }: { readonly shape: DrawnShape; readonly font: string }) {
  const { x, y, rotation, fill, stroke, strokeWidth } = shape;
  const own = {
    ...deaf,
    x,
    y,
    rotation,
    ...(fill === null ? {} : { fill }),
    ...(stroke === null ? {} : { stroke, strokeWidth }),
  };
  switch (shape.kind) {
    case 'Rect': {
      const { width, height, cornerRadius } = shape;
      return <Rect {...own} {...{ width, height, cornerRadius }} />;
    }
    case 'Circle':
      return <Circle {...own} radius={shape.radius} />;
    case 'Line': {
      const { points, closed, lineCap } = shape;
      return <Line {...own} {...{ closed, lineCap }} points={[...points]} />;
    }
    case 'Text': {
      const { text, width, align, fontSize } = shape;
      return <Text {...own} {...{ text, align, fontSize }} {...(width === null ? {} : { width })} fontFamily={font} />;
    }
  }
}

interface FloorProps {
  readonly floor: Drawing['floor'];
  readonly font: string;
}

/** What stands in the room besides its places. */
export const Floor = memo(({ floor, font }: FloorProps) =>
  floor.map((part, index) =>
    part.kind === 'Group' ? (
      <Group key={index} rotation={part.rotation} x={part.x} y={part.y}>
        {part.shapes.map((shape, inner) => (
          <KonvaShape key={inner} font={font} shape={shape} />
        ))}
      </Group>
    ) : (
      <KonvaShape key={index} font={font} shape={part} />
    ),
  ),
);

interface OutlineProps {
  readonly body: ReturnType<typeof bodyOf>;
  readonly stroke: string;
  readonly width: number;
}

function Outline({ body, stroke, width }: OutlineProps) {
  // The width is one of the screen: it does not shrink on a phone.
  const line = { ...deaf, stroke, strokeWidth: width, strokeScaleEnabled: false };
  if (body.kind === 'Circle') return <Circle {...line} radius={body.radius} x={body.x} y={body.y} />;
  const { x, y, rotation, width: across, height, cornerRadius } = body;
  return <Rect {...line} {...{ x, y, rotation, height, cornerRadius }} width={across} />;
}

/** The middle of a body's upper edge. */
const topOf = (body: ReturnType<typeof bodyOf>): { readonly x: number; readonly y: number } =>
  body.kind === 'Circle' ? { x: body.x, y: body.y - body.radius } : { x: body.x + body.width / 2, y: body.y };

interface ChipProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly state: PlaceState;
  readonly stroke: string;
  readonly text: string;
  readonly font: string;
}

/** A dot with the number of what waits, a coin while it is paid, the amount of an open table. */
function Chip({ at, state, stroke, text, font }: ChipProps) {
  const marked = state !== 'open';
  const textWidth = text.length * chipSize * 0.56;
  const inner = (marked ? chipMark * 2 : 0) + (marked && text !== '' ? 8 : 0) + textWidth;
  const width = inner + 20;
  const [left, top] = [at.x - width / 2, at.y - chipHeight / 2];
  const mark = { ...deaf, x: left + 10 + chipMark, y: top + chipHeight / 2 };
  return (
    <>
      <Rect
        {...deaf}
        cornerRadius={chipHeight / 2}
        fill={ringColour}
        height={chipHeight}
        width={width}
        x={left}
        y={top}
      />
      {state === 'waiting' ? <Circle {...mark} fill={stroke} radius={chipMark} /> : null}
      {state === 'paying' ? (
        <>
          <Circle {...mark} radius={chipMark - 1} stroke={stroke} strokeWidth={2.5} />
          <Circle {...mark} fill={stroke} radius={2.5} />
        </>
      ) : null}
      {text === '' ? null : (
        <Text
          {...deaf}
          align="center"
          fill={chipText}
          fontFamily={font}
          fontSize={chipSize}
          fontStyle="bold"
          height={chipHeight}
          text={text}
          verticalAlign="middle"
          width={textWidth + 8}
          x={left + width - textWidth - 14}
          y={top + 1}
        />
      )}
    </>
  );
}

const chipTextOf = ({ state, waiting, total }: Pick<PlaceOutlineProps, 'state' | 'waiting' | 'total'>): string =>
  state === 'waiting' ? String(waiting) : state === 'open' ? (total ?? '') : '';

interface PlaceShapeProps {
  readonly place: DrawnPlace;
  readonly font: string;
}

/** A place as it is drawn, whatever its state. */
export const PlaceShape = memo(({ place, font }: PlaceShapeProps) => (
  <Group rotation={place.rotation} x={place.x} y={place.y}>
    {place.shapes.map((shape, index) => (
      <KonvaShape key={index} font={font} shape={shape} />
    ))}
  </Group>
));

interface PlaceOutlineProps extends PlaceShapeProps {
  readonly state: PlaceState;
  readonly waiting: number;
  readonly total: string | null;
}

/**
 * The outline and the chip of a place's state (G-16). Its properties are values, so a change of another place draws
 * nothing here again.
 */
export const PlaceOutline = memo(({ place, state, waiting, total, font }: PlaceOutlineProps) => {
  const outline = outlineOf(state);
  if (outline === null) return null;
  const body = bodyOf(place);
  return (
    <Group rotation={place.rotation} x={place.x} y={place.y}>
      <Outline body={body} stroke={ringColour} width={ringWidth} />
      <Outline body={body} {...outline} />
      <Chip
        at={topOf(body)}
        font={font}
        state={state}
        stroke={outline.stroke}
        text={chipTextOf({ state, waiting, total })}
      />
    </Group>
  );
});
