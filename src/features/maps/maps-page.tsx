import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { preloadAfterPaint } from '#data/device/lazy-import.ts';
import { useGroups } from '#data/groups/groups.ts';
import { prefetchFloorMaps } from '#data/store/floor-maps.ts';
import { useFreshness } from '#data/store/freshness.ts';
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
  const places = useMemo(() => shownPlaces(codes, groups, store.currency), [codes, groups, store.currency]);
  const ids = maps.map((m) => m.id).join();
  useEffect(
    () => preloadAfterPaint([() => prefetchFloorMaps(store.id, ids === '' ? [] : ids.split(',').map(Number))]),
    [store.id, ids],
  );
  return (
    <Screen>
      <ScreenHeader
        actions={headerActions}
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
        <StatesAge zone={store.timezone} />
        {map ? (
          <MapRoom key={map.id} map={map} places={places} store={store} onCode={onCode} />
        ) : (
          <EmptyState icon={<IconMap size={32} />} title={mapsTexts.none} />
        )}
      </ScreenBody>
    </Screen>
  );
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

/** When the states were last known to be right, while the device hears nothing of others. It keeps its place. */
function StatesAge({ zone }: { readonly zone: string }) {
  const online = useNetwork((s) => s.online);
  const connected = useFreshness((s) => s.connected);
  const live = online && connected;
  const confirmedAt = useFreshness((s) => s.confirmedAt);
  const knownAt = useFreshness((s) => s.knownAt);
  const at = confirmedAt === null ? knownAt : deviceClock.now() - (deviceClock.mono() - confirmedAt);
  return (
    <p className={styles['age']}>{live || at === null ? null : mapsTexts.statesOf(hourLabel(instant(at), zone))}</p>
  );
}
