import { useState } from 'react';
import { Layer, Stage } from 'react-konva/lib/ReactKonvaCore.js';
import type { Drawing } from '#domain/drawing.ts';
import { placeAt } from '#domain/drawing.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconFullScreen, IconZoomIn, IconZoomOut } from '#ui/icons.tsx';
import { Floor, PlaceShape } from './map-shapes.tsx';
import styles from './maps-page.module.css';
import type { ShownPlace } from './shown-place.ts';
import { mapsTexts } from './texts.ts';
import { useMapGestures } from './use-map-gestures.ts';

interface MapCanvasProps {
  readonly name: string;
  readonly drawing: Drawing;
  readonly places: ReadonlyMap<number, ShownPlace>;
  readonly onPlace: (codeId: number) => void;
}

const zoomStep = 1.5;

/** The drawing of a floor map with the state of each place. The list beside it is its keyboard and its words. */
export function MapCanvas({ name, drawing, places, onPlace }: MapCanvasProps) {
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const known = { places: drawing.places.filter(({ codeId }) => places.has(codeId)) };
  const { size, view, isNear, zoom, fit } = useMapGestures(pane, {
    onTap: (at, reach) => {
      const hit = placeAt(known, at) ?? placeAt(known, at, reach);
      if (hit) onPlace(hit.codeId);
      return hit !== null;
    },
    isOver: (at) => placeAt(known, at) !== null,
  });
  const font = pane ? getComputedStyle(pane).fontFamily : 'sans-serif';
  return (
    <div className={styles['pane']}>
      <div
        ref={setPane}
        aria-label={mapsTexts.plan(name)}
        className={styles['canvas']}
        data-near={isNear || undefined}
        role="img"
      >
        {size === null || size.width === 0 || size.height === 0 ? null : (
          <Stage
            height={size.height}
            listening={false}
            scaleX={view.scale}
            scaleY={view.scale}
            width={size.width}
            x={view.x}
            y={view.y}
          >
            <Layer listening={false}>
              <Floor floor={drawing.floor} font={font} />
            </Layer>
            <Layer listening={false}>
              {drawing.places.map((place, index) => {
                const shown = places.get(place.codeId);
                return (
                  <PlaceShape
                    key={index}
                    font={font}
                    place={place}
                    state={shown?.state ?? 'free'}
                    total={shown?.total ?? null}
                    waiting={shown?.waiting ?? 0}
                  />
                );
              })}
            </Layer>
          </Stage>
        )}
      </div>
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
  );
}
