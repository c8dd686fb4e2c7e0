import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNetwork, useNow } from '#data/device/device.ts';
import { preloadAfterPaint } from '#data/device/lazy-import.ts';
import { usePreferences } from '#data/device/preferences.ts';
import { useGroups } from '#data/groups/groups.ts';
import { prefetchFloorMaps } from '#data/store/floor-maps.ts';
import { useFreshness } from '#data/store/freshness.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Code, FloorMap, Store } from '#domain/store.ts';
import { instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { hourLabel } from '#texts/time.ts';
import { ChipRow, SectionTag } from '#ui/action/chip.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconMap } from '#ui/icons.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { placeShapes } from '#ui/place/place-words.tsx';
import { useNumberJump } from '#ui/place/use-number-jump.ts';
import { useMedia } from '#ui/use-media.ts';
import { MapRoom } from './map-room.tsx';
import styles from './maps-page.module.css';
import type { ShownPlace } from './shown-place.ts';
import { placesOnMap, shownPlaces, stateOfMap } from './shown-place.ts';
import { mapsTexts } from './texts.ts';

interface MapsPageProps {
  readonly store: Store;
  readonly maps: readonly FloorMap[];
  readonly codes: readonly Code[];
  /** Begins what a tap on a place leads to (G-22 to G-26). */
  readonly onCode: (code: Code) => void;
  readonly headerActions?: ReactNode;
}

/** The floor maps of the store with the state of each place, the first map by default (G-01 to G-03, G-14 to G-18). */
export function MapsPage({ store, maps, codes, onCode, headerActions }: MapsPageProps) {
  const groups = useGroups();
  const [chosen, setChosen] = useState<number | null>(null);
  const map = maps.find((m) => m.id === chosen) ?? maps[0];
  const wide = useMedia('(width >= 1600px)');
  const shown = map ? shownMaps(maps, map, wide) : [];
  const now = useNow(kanbanTimerMs);
  const places = useMemo(() => shownPlaces(codes, groups, store.currency, now), [codes, groups, store.currency, now]);
  const rooms = useRef<HTMLDivElement>(null);
  useNumberJump(rooms, () => usePreferences.getState().singleKeys);
  const ids = maps.map((m) => m.id).join();
  useEffect(
    () => preloadAfterPaint([() => prefetchFloorMaps(store.id, ids === '' ? [] : ids.split(',').map(Number))]),
    [store.id, ids],
  );
  return (
    <Screen>
      <ScreenHeader
        actions={headerActions}
        className={styles['header']}
        filters={
          maps.length === 0 ? undefined : (
            <ChipRow label={mapsTexts.tabs}>
              {maps.map((m) => (
                <MapTab
                  key={m.id}
                  current={m.id === map?.id}
                  name={m.name}
                  places={placesOnMap(m, places)}
                  onSelect={() => setChosen(m.id)}
                />
              ))}
            </ChipRow>
          )
        }
        title={mapsTexts.title}
      />
      <ScreenBody className={styles['body']} scroll={false}>
        {map ? (
          <div ref={rooms} className={styles['rooms']} data-two={shown.length > 1 || undefined}>
            {shown.map((m) => (
              <MapRoom
                key={m.id}
                map={m}
                note={
                  <p className={styles['note']}>
                    {shown.length > 1 ? <b>{m.name}</b> : null}
                    <StatesAge zone={store.timezone} />
                  </p>
                }
                places={places}
                store={store}
                onCode={onCode}
              />
            ))}
          </div>
        ) : (
          <EmptyState icon={<IconMap size={32} />} title={mapsTexts.none} />
        )}
      </ScreenBody>
    </Screen>
  );
}

/** A wide screen shows two maps side by side: the chosen one, and the one after it. */
function shownMaps(maps: readonly FloorMap[], map: FloorMap, wide: boolean): readonly FloorMap[] {
  if (!wide || maps.length < 2) return [map];
  const first = Math.min(maps.indexOf(map), maps.length - 2);
  return maps.slice(first, first + 2);
}

interface MapTabProps {
  readonly name: string;
  readonly current: boolean;
  readonly places: readonly ShownPlace[];
  readonly onSelect: () => void;
}

/** A map's name with the colour, the shape and the number of its most urgent places (G-17). */
function MapTab({ name, current, places, onSelect }: MapTabProps) {
  const { state, count } = stateOfMap(places);
  return (
    <SectionTag className={styles['tab']} current={current} data-state={state} onSelect={onSelect}>
      {name}
      {state === 'free' ? null : (
        <StateTag state={placeShapes[state]}>
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{mapsTexts.counts[state](count)}</span>
        </StateTag>
      )}
    </SectionTag>
  );
}

/** When the states were last known to be right, while the device hears nothing of others. */
function StatesAge({ zone }: { readonly zone: string }) {
  const online = useNetwork((s) => s.online);
  const connected = useFreshness((s) => s.connected);
  const live = online && connected;
  const confirmedAt = useFreshness((s) => s.confirmedAt);
  const knownAt = useFreshness((s) => s.knownAt);
  const at = confirmedAt === null ? knownAt : deviceClock.now() - (deviceClock.mono() - confirmedAt);
  return live || at === null ? null : <span>{mapsTexts.statesOf(hourLabel(instant(at), zone))}</span>;
}
