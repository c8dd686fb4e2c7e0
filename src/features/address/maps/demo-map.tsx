import type { PointerEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Geolocation } from '#domain/shipping.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconMinus, IconPlus } from '#ui/icons.tsx';
import { addressMapTexts } from './texts.ts';
import styles from './map.module.css';
import type { MapProps } from './port.ts';
import type { Pixel } from './projection.ts';
import { arrowStep, moved, toPixel } from './projection.ts';

const zooms = { min: 4, max: 18 } as const;
/** Side of a block in pixels, the same at every zoom level. */
const blockPx = 56;
const blocksInPark = 6;
/** Rotation of the street grid, in radians. */
const turn = -0.14;

interface Drag {
  readonly what: 'pin' | 'map';
  readonly from: Pixel;
  readonly start: Geolocation;
}

/** A drawn town whose blocks, avenues and parks represent streets. The pin moves by dragging or with the arrow keys. */
export function DemoMap({ center, zoom, pin, turn: attempt, busy, onMove }: MapProps) {
  const id = useId();
  const [view, setView] = useState({ center, zoom });
  const [at, setAt] = useState(pin);
  const drag = useRef<Drag | null>(null);
  const box = useRef<HTMLDivElement>(null);

  // When the props point to another address, the map recentres on it.
  const target = `${center.lat},${center.lng},${zoom},${pin.lat},${pin.lng},${attempt}`;
  const [shown, setShown] = useState(target);
  if (shown !== target) {
    setShown(target);
    setView({ center, zoom });
    setAt(pin);
  }

  const middle = toPixel(view.center, view.zoom);
  const place = toPixel(at, view.zoom);
  const waiting = at.lat !== pin.lat || at.lng !== pin.lng;

  const onDown = (what: Drag['what']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { what, from: { x: event.clientX, y: event.clientY }, start: what === 'pin' ? at : view.center };
  };
  const way = ({ from }: Drag, event: PointerEvent<HTMLElement>): Pixel => ({
    x: event.clientX - from.x,
    y: event.clientY - from.y,
  });
  const onDrag = (event: PointerEvent<HTMLElement>): void => {
    const now = drag.current;
    if (!now) return;
    const by = way(now, event);
    if (now.what === 'pin') setAt(moved(now.start, by, view.zoom));
    else setView((v) => ({ ...v, center: moved(now.start, { x: -by.x, y: -by.y }, v.zoom) }));
  };
  const onUp = (event: PointerEvent<HTMLElement>): void => {
    const now = drag.current;
    drag.current = null;
    if (now?.what !== 'pin') return;
    const by = way(now, event);
    if (by.x === 0 && by.y === 0) return;
    // Computed from the pointer: React may not have rendered the last drag position yet.
    const there = moved(now.start, by, view.zoom);
    setAt(there);
    onMove(there);
  };
  const onCancel = (): void => {
    drag.current = null;
  };

  const zoomBy = (step: number): void =>
    setView((v) => ({ center: at, zoom: Math.min(Math.max(v.zoom + step, zooms.min), zooms.max) }));
  // Registered by hand as non-passive, so that preventDefault stops the browser from zooming the page.
  useEffect(() => {
    const element = box.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setView((v) => ({ ...v, zoom: Math.min(Math.max(v.zoom - Math.sign(event.deltaY), zooms.min), zooms.max) }));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  return (
    <div
      ref={box}
      className={styles['map']}
      onPointerCancel={onCancel}
      onPointerDown={onDown('map')}
      onPointerMove={onDrag}
      onPointerUp={onUp}
    >
      <Town id={id} middle={middle} />
      <button
        aria-busy={busy}
        aria-label={addressMapTexts.pin}
        className={styles['pin']}
        style={{ left: `calc(50% + ${place.x - middle.x}px)`, top: `calc(50% + ${place.y - middle.y}px)` }}
        type="button"
        onClick={(event) => {
          // detail is 0 for a click by keyboard. A pointer drag has already started its lookup.
          if (event.detail === 0 && waiting) onMove(at);
        }}
        onKeyDown={(event) => {
          const step = arrowStep(event.key, event.shiftKey);
          if (!step) return;
          event.preventDefault();
          setAt((was) => moved(was, step, view.zoom));
        }}
        onPointerDown={onDown('pin')}
        onPointerMove={onDrag}
        onPointerUp={onUp}
      >
        <Pin />
      </button>
      {/* A press on the buttons must not start a drag of the map. */}
      <div className={styles['tools']} onPointerDown={(event) => event.stopPropagation()}>
        <IconButton icon={<IconPlus />} label={addressMapTexts.zoomIn} variant="outline" onClick={() => zoomBy(1)} />
        <IconButton icon={<IconMinus />} label={addressMapTexts.zoomOut} variant="outline" onClick={() => zoomBy(-1)} />
      </div>
      {waiting && !busy ? (
        <div className={styles['lookUp']} onPointerDown={(event) => event.stopPropagation()}>
          <button className={styles['find']} type="button" onClick={() => onMove(at)}>
            {addressMapTexts.lookUp}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** The tip of the pin marks the address. */
function Pin() {
  return (
    <svg aria-hidden="true" height={48} viewBox="0 0 48 48" width={48}>
      <path className={styles['drop']} d="M24 46C14 34 9 27 9 19a15 15 0 0 1 30 0c0 8-5 15-15 27Z" />
      <circle className={styles['eye']} cx={24} cy={19} r={6} />
    </svg>
  );
}

/** Shifts the pattern with the map's centre, so that a place always shows the same streets. */
function Town({ id, middle }: { readonly id: string; readonly middle: Pixel }) {
  const park = blockPx * blocksInPark;
  // The map's centre in the coordinates of the rotated grid.
  const u = middle.x * Math.cos(turn) + middle.y * Math.sin(turn);
  const v = middle.y * Math.cos(turn) - middle.x * Math.sin(turn);
  const shift = (period: number): string =>
    `rotate(${(turn * 180) / Math.PI}) translate(${-(u % period)} ${-(v % period)})`;
  return (
    <svg aria-hidden="true" className={styles['town']} height="100%" width="100%">
      <defs>
        <pattern
          height={blockPx}
          id={`${id}b`}
          patternTransform={shift(blockPx)}
          patternUnits="userSpaceOnUse"
          width={blockPx}
        >
          <rect className={styles['block']} height={blockPx - 9} rx={4} width={blockPx - 9} x={4.5} y={4.5} />
        </pattern>
        <pattern height={park} id={`${id}p`} patternTransform={shift(park)} patternUnits="userSpaceOnUse" width={park}>
          <rect className={styles['avenue']} height={15} width={park} y={-7.5 + blockPx * 2} />
          <rect className={styles['avenue']} height={park} width={15} x={-7.5 + blockPx * 4} />
          <rect
            className={styles['park']}
            height={blockPx * 2 - 9}
            rx={8}
            width={blockPx * 2 - 9}
            x={blockPx + 4.5}
            y={blockPx * 3 + 4.5}
          />
        </pattern>
      </defs>
      <rect className={styles['street']} height="100%" width="100%" />
      <rect fill={`url(#${id}b)`} height="100%" width="100%" />
      <rect fill={`url(#${id}p)`} height="100%" width="100%" />
    </svg>
  );
}
