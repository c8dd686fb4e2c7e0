import type { Stage as StageType } from 'konva/lib/Stage.js';
import type { ReactNode, RefObject } from 'react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { Group, Layer, Stage } from 'react-konva/lib/ReactKonvaCore.js';
import type { Drawing } from '#domain/drawing.ts';
import { placeAt } from '#domain/drawing.ts';
import { wakeIn } from '#platform/clock.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconFullScreen, IconZoomIn, IconZoomOut } from '#ui/icons.tsx';
import { showShapes, showPictures, pictured } from './map-pictures.ts';
import { Floor, PlaceShape, PlaceOutline } from './map-shapes.tsx';
import styles from './maps-page.module.css';
import type { ShownPlace } from './shown-place.ts';
import { mapsTexts } from './texts.ts';
import { useMapGestures } from './use-map-gestures.ts';

interface MapCanvasProps {
  readonly name: string;
  readonly drawing: Drawing;
  readonly places: ReadonlyMap<number, ShownPlace>;
  readonly onPlace: (codeId: number) => void;
  /** Stands before the buttons. */
  readonly note: ReactNode;
}

const zoomStep = 1.5;
/** With more places than this, a weak tablet cannot draw their shapes for every frame of a movement. */
const placesDrawnMoving = 60;
/** How long after the last movement the shapes are drawn again. */
const restMs = 150;

/** The drawing of a floor map with the state of each place. The list beside it is its keyboard and its words. */
export function MapCanvas({ name, drawing, places, onPlace, note }: MapCanvasProps) {
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const known = useMemo(
    () => ({ places: drawing.places.filter(({ codeId }) => places.has(codeId)) }),
    [drawing, places],
  );
  const stage = useRef<StageType>(null);
  const cancelRest = useRef<() => void>(() => {});
  const move = (moved: StageType): void => {
    showPictures(moved);
    cancelRest.current();
    cancelRest.current = wakeIn(restMs, () => showShapes(moved));
  };
  const { size, isNear, zoom, fit } = useMapGestures(pane, {
    onTap: (at, reach) => {
      const hit = placeAt(known, at) ?? placeAt(known, at, reach);
      if (hit) onPlace(hit.codeId);
      return hit !== null;
    },
    isOver: (at) => placeAt(known, at) !== null,
    onView({ x, y, scale }, isMoving) {
      if (!stage.current) return;
      if (isMoving && drawing.places.length > placesDrawnMoving) move(stage.current);
      stage.current.setAttrs({ x, y, scaleX: scale, scaleY: scale });
    },
  });
  const font = useMemo(() => (pane ? getComputedStyle(pane).fontFamily : 'sans-serif'), [pane]);
  return (
    <div className={styles['drawing']}>
      <div className={styles['tools']}>
        {note}
        <div className={styles['zoom']}>
          <IconButton icon={<IconZoomIn />} label={mapsTexts.zoomIn} variant="outline" onClick={() => zoom(zoomStep)} />
          <IconButton
            icon={<IconZoomOut />}
            label={mapsTexts.zoomOut}
            variant="outline"
            onClick={() => zoom(1 / zoomStep)}
          />
          <IconButton icon={<IconFullScreen />} label={mapsTexts.fit} variant="outline" onClick={fit} />
        </div>
      </div>
      <div
        ref={setPane}
        aria-label={mapsTexts.plan(name)}
        className={styles['pane']}
        data-near={isNear || undefined}
        role="img"
      >
        {size === null || size.width === 0 || size.height === 0 ? null : (
          <Stage ref={stage} height={size.height} listening={false} width={size.width}>
            <Layers drawing={drawing} font={font} places={places} stage={stage} />
          </Stage>
        )}
      </div>
    </div>
  );
}

type LayersProps = Pick<MapCanvasProps, 'drawing' | 'places'> & {
  readonly font: string;
  readonly stage: RefObject<StageType | null>;
};

/** The room, its places, and their states. Moving the map changes none of them. */
const Layers = memo(({ drawing, places, font, stage }: LayersProps) => {
  // What has changed while the map moves is not in the pictures.
  useEffect(() => (stage.current ? showShapes(stage.current) : undefined));
  return (
    <>
      <Layer listening={false}>
        <Group name={pictured}>
          <Floor floor={drawing.floor} font={font} />
        </Group>
      </Layer>
      <Layer listening={false}>
        <Group name={pictured}>
          {drawing.places.map((place, index) => (
            <PlaceShape key={index} font={font} place={place} />
          ))}
        </Group>
      </Layer>
      {/* A layer of its own: a new state paints neither the room nor the places again. */}
      <Layer listening={false}>
        <Group name={pictured}>
          {drawing.places.map((place, index) => {
            const shown = places.get(place.codeId);
            return (
              <PlaceOutline
                key={index}
                font={font}
                place={place}
                state={shown?.state ?? 'free'}
                total={shown?.total ?? null}
                waiting={shown?.waiting ?? 0}
              />
            );
          })}
        </Group>
      </Layer>
    </>
  );
});
