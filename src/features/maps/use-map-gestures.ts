import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapView, Point, Size } from './map-view.ts';
import { canvasPoint, fittedView, heldView, isFitted, movedView, zoomedView } from './map-view.ts';

/** A finger that moves less far taps. */
const tapSlackPx = 8;
const doubleTapMs = 350;
/** A wheel's notch is 100: a sixth nearer or farther. */
const wheelStep = 0.0015;
/** A trackpad's pinch arrives as small steps of a wheel with Ctrl. */
const pinchStep = 0.01;

interface MapGestures {
  /** null until the pane is measured. */
  readonly size: Size | null;
  /** A part of the room is shown, not all of it. */
  readonly isNear: boolean;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

interface MapHandlers {
  /** A tap at a point of the canvas; true when something is there. `reach`: a finger's inexactness in canvas units. */
  readonly onTap: (at: Point, reach: number) => boolean;
  readonly isOver: (at: Point) => boolean;
  /** Moves the canvas in its pane. A gesture calls it for each event (`isMoving`), so it must not render. */
  readonly onView: (view: MapView, isMoving: boolean) => void;
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Zoom and pan of a pane by wheel, fingers and mouse; taps. A double tap on the floor shows the whole room again. */
export function useMapGestures(pane: HTMLElement | null, { onTap, isOver, onView }: MapHandlers): MapGestures {
  const [size, setSize] = useState<Size | null>(null);
  const [isNear, setNear] = useState(false);
  /** null: the whole room. */
  const chosen = useRef<MapView | null>(null);
  const shown = size ?? { width: 1, height: 1 };
  const current = (): MapView => (chosen.current ? heldView(chosen.current, shown) : fittedView(shown));
  const show = (view: MapView): void => {
    chosen.current = isFitted(view, shown) ? null : view;
    setNear(chosen.current !== null);
    onView(current(), true);
  };

  const onPan = useEffectEvent((by: Point) => show(movedView(current(), by, shown)));
  const onZoom = useEffectEvent((factor: number, at: Point) => show(zoomedView(current(), factor, at, shown)));
  const onFit = useEffectEvent(() => show(fittedView(shown)));
  const onTapped = useEffectEvent((at: Point) => onTap(canvasPoint(current(), at), tapSlackPx / current().scale));
  const onHover = useEffectEvent((at: Point): string =>
    isOver(canvasPoint(current(), at)) ? 'pointer' : isNear ? 'grab' : '',
  );
  const onSize = useEffectEvent(() => onView(current(), false));
  useEffect(() => {
    if (size) onSize();
  }, [size]);

  useEffect(() => {
    if (!pane) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(pane);
    const stop = listen(pane, { onPan, onZoom, onFit, onTapped, onHover });
    return () => {
      observer.disconnect();
      stop();
    };
  }, [pane]);

  const zoom = (factor: number): void =>
    show(zoomedView(current(), factor, { x: shown.width / 2, y: shown.height / 2 }, shown));
  return { size, isNear, zoom, fit: () => show(fittedView(shown)) };
}

interface Heard {
  readonly onPan: (by: Point) => void;
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onFit: () => void;
  readonly onTapped: (at: Point) => boolean;
  readonly onHover: (at: Point) => string;
}

/** Hears the pointers of an element. Returns the function that ends it. */
function listen(element: HTMLElement, { onPan, onZoom, onFit, onTapped, onHover }: Heard): () => void {
  const pointers = new Map<number, Point>();
  let start: Point | null = null;
  /** This touch moves the map or zooms: it is no tap. */
  let moves = false;
  let tappedAt = Number.NEGATIVE_INFINITY;
  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const onDown = (event: PointerEvent): void => {
    const at = pointOf(event);
    pointers.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    if (pointers.size === 1) {
      start = at;
      moves = false;
    } else moves = true;
  };
  const onMove = (event: PointerEvent): void => {
    const at = pointOf(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      element.style.cursor = onHover(at);
      return;
    }
    if (start && apart(start, at) > tapSlackPx) moves = true;
    if (!moves) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, at);
    if (!other) {
      onPan({ x: at.x - before.x, y: at.y - before.y });
      return;
    }
    const [was, is] = [middle(before, other), middle(at, other)];
    onPan({ x: is.x - was.x, y: is.y - was.y });
    onZoom(apart(at, other) / Math.max(1, apart(before, other)), is);
  };
  const onUp = (event: PointerEvent): void => void pointers.delete(event.pointerId);
  // The click comes after the last pointer event: what a tap opens is not hit by the same tap.
  const onClick = (event: MouseEvent): void => {
    if (moves) return;
    if (onTapped(pointOf(event))) return;
    if (event.timeStamp - tappedAt < doubleTapMs) onFit();
    tappedAt = event.timeStamp;
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    onZoom(Math.exp(-event.deltaY * (event.ctrlKey ? pinchStep : wheelStep)), pointOf(event));
  };

  const end = new AbortController();
  const { signal } = end;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('click', onClick, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => end.abort();
}
