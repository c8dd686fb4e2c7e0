import type { Group } from 'konva/lib/Group.js';
import type { Stage } from 'konva/lib/Stage.js';
import { floorMapSide } from '#domain/limits.ts';

/** The name of the groups that are drawn as pictures while the map moves: one in each layer. */
export const pictured = 'pictured';
/** A picture has at most so many pixels for a unit of the canvas: 2,000 × 2,000 of the whole room. */
const sharpest = 2.5;

const groupsOf = (stage: Stage): readonly Group[] => stage.find<Group>(`.${pictured}`);

/**
 * From now on a picture of each group is drawn instead of its shapes, as sharp as they are now: a map that is only moved
 * looks the same, one that comes nearer is blurred until it rests.
 */
export function showPictures(stage: Stage): void {
  const pixelRatio = Math.min(sharpest, stage.scaleX() * devicePixelRatio);
  for (const group of groupsOf(stage))
    if (group.hasChildren() && !group.isCached())
      group.cache({ x: 0, y: 0, width: floorMapSide, height: floorMapSide, pixelRatio });
}

/** The shapes are drawn again. */
export function showShapes(stage: Stage): void {
  for (const group of groupsOf(stage)) if (group.isCached()) group.clearCache();
}
