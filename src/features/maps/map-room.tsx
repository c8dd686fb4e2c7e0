import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { floorMapQuery } from '#data/store/floor-maps.ts';
import { readDrawing } from '#domain/drawing.ts';
import type { Code, FloorMap, Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { cx } from '#ui/class-names.ts';
import { IconRefresh } from '#ui/icons.tsx';
import { PlaceWords } from '#ui/place/place-words.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { uiTexts } from '#ui/texts.ts';
import styles from './maps-page.module.css';
import type { ShownPlace } from './shown-place.ts';
import { placesOnMap } from './shown-place.ts';
import { mapsTexts } from './texts.ts';
import { useArrows } from './use-arrows.ts';

/** Lazy: Konva is larger than the rest of the screen, and the list works without it. */
const MapCanvas = lazy(async () => ({
  default: (await importWithRetry(() => import('./map-canvas.tsx'), tellMissing)).MapCanvas,
}));

/** Whether this device can draw at all; without it, the list is the map. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

interface MapRoomProps {
  readonly store: Pick<Store, 'id'>;
  readonly map: FloorMap;
  readonly places: ReadonlyMap<number, ShownPlace>;
  readonly onCode: (code: Code) => void;
  /** What is said above the map. */
  readonly note: ReactNode;
}

/**
 * One floor map: its drawing, and the same places as buttons. A drawing that cannot be read leaves the buttons (G-18); of
 * one that did not load it says why.
 */
export function MapRoom({ store, map, places, onCode, note }: MapRoomProps) {
  const list = useRef<HTMLUListElement>(null);
  useArrows(list);
  const { data, error, fetchStatus, refetch } = useQuery(floorMapQuery(store.id, map.id));
  const online = useNetwork((n) => n.online);
  const draw = data?.draw;
  const drawing = useMemo(() => (draw === undefined ? null : readDrawing(draw)), [draw]);
  const invalid = draw !== undefined && drawing === null;
  useEffect(() => {
    // oxlint-disable-next-line no-console -- G-18: the author of the drawing reads the console; the staff see the list instead.
    if (invalid) console.error(`the drawing of the floor map ${map.id} is invalid`);
  }, [invalid, map.id]);
  const known = placesOnMap(map, places);
  // An invalid drawing names no places: all of the store's are shown.
  const listed = known.length === 0 && drawing === null ? [...places.values()] : known;
  const drawable = useMemo(() => canDraw(), []);
  const drawn = drawable && (drawing !== null || (draw === undefined && fetchStatus === 'fetching'));
  return (
    <div className={cx(styles['room'], drawn && styles['drawn'])}>
      {drawn ? (
        <Suspense fallback={<MapSkeleton />}>
          {drawing ? (
            <MapCanvas
              drawing={drawing}
              name={map.name}
              note={note}
              places={places}
              onPlace={(id) => {
                const place = places.get(id);
                if (place) onCode(place.code);
              }}
            />
          ) : (
            <MapSkeleton />
          )}
        </Suspense>
      ) : (
        <>
          {note}
          {drawable && draw === undefined ? (
            <NoDrawing problem={online && error ? readFailureText(error) : null} onRetry={() => void refetch()} />
          ) : null}
        </>
      )}
      <ul ref={list} aria-label={mapsTexts.list(map.name)} className={styles['list']}>
        {listed.map(({ code, ...words }) => (
          <li key={code.id}>
            <button className={styles['place']} type="button" onClick={() => onCode(code)}>
              <PlaceWords description={code.description} {...words} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Instead of a drawing that did not load. `problem`: why; null: the device waits for a network. */
const NoDrawing = ({ problem, onRetry }: { readonly problem: string | null; readonly onRetry: () => void }) => (
  <div role="status">
    {problem === null ? (
      <OfflineNotice>{mapsTexts.drawingOffline}</OfflineNotice>
    ) : (
      <Notice
        action={
          <Button icon={<IconRefresh size={22} />} size="sm" variant="secondary" onClick={onRetry}>
            {uiTexts.retry}
          </Button>
        }
        tone="warning"
      >
        {mapsTexts.noDrawing(problem)}
      </Notice>
    )}
  </div>
);

const MapSkeleton = () => (
  <div className={styles['drawing']}>
    <div className={styles['tools']} />
    <div className={styles['pane']}>
      <Skeleton height="100%" />
    </div>
  </div>
);
