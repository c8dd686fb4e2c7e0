import * as z from 'zod/mini';
import type { DrawnKind } from '#domain/drawing.ts';
import { drawnColour, lineCaps, readDrawing, textAligns } from '#domain/drawing.ts';
import { floorMapPointsMax, floorMapReach, floorMapTextMaxChars } from '#domain/limits.ts';

/**
 * A floor map's drawing, for writing: JSON of a canvas with the shapes of the domain's list alone, and with no attribute
 * that nobody reads (docs/threats.md T11).
 */
const number = z.number().check(z.gte(-floorMapReach), z.lte(floorMapReach));
const colour = z.string().check(z.regex(drawnColour));
const placed = { x: z.optional(number), y: z.optional(number), rotation: z.optional(number) };
const painted = { ...placed, fill: z.optional(colour), stroke: z.optional(colour), strokeWidth: z.optional(number) };
const size = { width: z.optional(number), height: z.optional(number) };

const shapes = {
  Rect: z.strictObject({
    className: z.literal('Rect'),
    attrs: z.strictObject({ ...painted, ...size, cornerRadius: z.optional(number) }),
  }),
  Circle: z.strictObject({ className: z.literal('Circle'), attrs: z.strictObject({ ...painted, radius: number }) }),
  Line: z.strictObject({
    className: z.literal('Line'),
    attrs: z.strictObject({
      ...painted,
      points: z.array(number).check(z.maxLength(floorMapPointsMax)),
      closed: z.optional(z.boolean()),
      lineCap: z.optional(z.enum(lineCaps)),
    }),
  }),
  Text: z.strictObject({
    className: z.literal('Text'),
    attrs: z.strictObject({
      ...painted,
      ...size,
      text: z.string().check(z.maxLength(floorMapTextMaxChars)),
      fontSize: z.optional(number),
      align: z.optional(z.enum(textAligns)),
    }),
  }),
} satisfies Record<DrawnKind, unknown>;
const shape = z.discriminatedUnion('className', [shapes.Rect, shapes.Circle, shapes.Line, shapes.Text]);
const place = z.strictObject({
  className: z.literal('Group'),
  attrs: z.strictObject({ ...placed, code_id: z.optional(z.int()), name: z.optional(z.literal('code')) }),
  children: z.array(shape),
});
const stage = z.strictObject({
  className: z.literal('Stage'),
  attrs: z.strictObject(size),
  children: z.array(
    z.strictObject({
      className: z.literal('Layer'),
      attrs: z.strictObject({}),
      children: z.array(z.union([shape, place])),
    }),
  ),
});

/** The reader comes first: it refuses a drawing over the limits before the schema looks at its nodes. */
const isDrawing = (draw: string): boolean => readDrawing(draw) !== null && z.safeParse(stage, JSON.parse(draw)).success;

/** The text of a drawing, at most 200 kB and 2,000 nodes. */
export const drawingText = z.string().check(z.refine(isDrawing, { error: 'invalid' }));
