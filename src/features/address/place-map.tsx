import type { FoundAddress } from '#data/cart/ordering.ts';
import { mapView } from '#domain/address.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';
import { ErrorPanel } from '#ui/feedback/panels.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './address-page.module.css';
import type { MapMark } from './maps/port.ts';
import { addressMapTexts } from './maps/texts.ts';
import { useMaps } from './maps/use-maps.ts';
import { addressTexts } from './texts.ts';
import { useAddressLookup } from './use-address-lookup.ts';

/** Some kilometres around the place, so that the marks near it are seen. */
const aroundZoom = 14;

interface PlaceMapProps {
  readonly country: Country;
  /** null: none was chosen yet, and the map shows the country. */
  readonly place: Geolocation | null;
  readonly marks: readonly MapMark[];
  readonly onPick: (place: FoundAddress) => void;
}

/** A map with a pin to choose a place outside of an order, and what is near it; nothing without a key for maps (N-30). */
export function PlaceMap({ country, place, marks, onPick }: PlaceMapProps) {
  const { port, failed, retry } = useMaps();
  const { busy, turn, lookUp } = useAddressLookup();
  if (port?.sandbox) return null;
  const { center, zoom } = mapView(country, place);
  return (
    <section aria-label={addressMapTexts.label} className={styles['place']}>
      {port ? (
        <>
          <port.Map
            busy={busy}
            center={center}
            marks={marks}
            pin={place ?? center}
            turn={turn}
            zoom={place ? aroundZoom : zoom}
            onMove={(to) =>
              void lookUp(() => port.at(to), addressTexts.noStreet).then((found) => found && onPick(found))
            }
          />
          <p className={styles['quiet']}>{addressTexts.pinHint}</p>
        </>
      ) : null}
      {!port && !failed ? <Skeleton height="100%" radius={16} /> : null}
      {failed ? <ErrorPanel message={addressMapTexts.failed} onRetry={retry} /> : null}
    </section>
  );
}
