import { floorMapSide } from '#domain/limits.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the canvas of a floor map lies in its pane: a point of it is at `scale * point + offset`. */
export interface MapView extends Point {
  readonly scale: number;
}

/** The nearest view shows a fifth of the room's width. */
const nearest = 5;

const fitScale = ({ width, height }: Size): number => Math.min(width, height) / floorMapSide;

/** On one axis: the canvas in the middle of a larger pane; a smaller pane stays inside the canvas. */
function heldOffset(offset: number, scale: number, pane: number): number {
  const room = pane - floorMapSide * scale;
  return room >= 0 ? room / 2 : Math.min(0, Math.max(room, offset));
}

/** The view with its scale and place inside the limits of a pane. */
export function heldView(view: MapView, size: Size): MapView {
  const fit = fitScale(size);
  const scale = Math.min(fit * nearest, Math.max(fit, view.scale));
  return { scale, x: heldOffset(view.x, scale, size.width), y: heldOffset(view.y, scale, size.height) };
}

/** The whole canvas, as large as the pane allows. */
export const fittedView = (size: Size): MapView => heldView({ scale: fitScale(size), x: 0, y: 0 }, size);

export const isFitted = (view: MapView, size: Size): boolean => view.scale <= fitScale(size);

/** Nearer (factor above 1) or farther; the point of the room that is at `at` stays there. */
export function zoomedView(view: MapView, factor: number, at: Point, size: Size): MapView {
  const fit = fitScale(size);
  const scale = Math.min(fit * nearest, Math.max(fit, view.scale * factor));
  const grown = scale / view.scale;
  return heldView({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, size);
}

export const movedView = (view: MapView, by: Point, size: Size): MapView =>
  heldView({ ...view, x: view.x + by.x, y: view.y + by.y }, size);

/** The point of the canvas at a point of the pane. */
export const canvasPoint = (view: MapView, at: Point): Point => ({
  x: (at.x - view.x) / view.scale,
  y: (at.y - view.y) / view.scale,
});
