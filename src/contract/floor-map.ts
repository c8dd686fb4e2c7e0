import * as z from 'zod/mini';
import { floorMapMaxBytes, floorMapNodesMax } from '#domain/limits.ts';

/** A floor map's drawing: JSON of a canvas with shapes of this list alone (docs/threats.md T11). */
const number = z.number().check(z.gte(-10_000), z.lte(10_000));
const colour = z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i));
const placed = { x: z.optional(number), y: z.optional(number), rotation: z.optional(number) };
const painted = { ...placed, fill: z.optional(colour), stroke: z.optional(colour), strokeWidth: z.optional(number) };
const size = { width: z.optional(number), height: z.optional(number) };

const shape = z.discriminatedUnion('className', [
  z.strictObject({
    className: z.literal('Rect'),
    attrs: z.strictObject({ ...painted, ...size, cornerRadius: z.optional(number) }),
  }),
  z.strictObject({ className: z.literal('Circle'), attrs: z.strictObject({ ...painted, radius: number }) }),
  z.strictObject({
    className: z.literal('Line'),
    attrs: z.strictObject({
      ...painted,
      points: z.array(number).check(z.maxLength(200)),
      closed: z.optional(z.boolean()),
      lineCap: z.optional(z.enum(['butt', 'round', 'square'])),
    }),
  }),
  z.strictObject({
    className: z.literal('Text'),
    attrs: z.strictObject({
      ...painted,
      ...size,
      text: z.string().check(z.maxLength(100)),
      fontSize: z.optional(number),
      align: z.optional(z.enum(['left', 'center', 'right'])),
    }),
  }),
]);
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

function nodesIn(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('children' in node) || !Array.isArray(node.children)) return 1;
  return node.children.reduce<number>((sum, child) => sum + nodesIn(child), 1);
}

function isDrawing(draw: string): boolean {
  if (draw.length > floorMapMaxBytes) return false;
  try {
    const read = z.safeParse(stage, JSON.parse(draw));
    return read.success && nodesIn(read.data) <= floorMapNodesMax;
  } catch {
    return false;
  }
}

/** The text of a drawing, at most 200 kB and 500 nodes. */
export const drawingText = z.string().check(z.refine(isDrawing, { error: 'invalid' }));
