import { GoogleMap, MarkerF } from '@react-google-maps/api';
import { useState } from 'react';
import type { Geolocation } from '#domain/shipping.ts';
import styles from './map.module.css';
import type { MapProps } from './port.ts';
import { arrowStep, moved } from './projection.ts';
import { addressMapTexts } from './texts.ts';

const options: google.maps.MapOptions = { disableDefaultUI: true, zoomControl: true };

/** Google's map. The user drags the marker, or moves it with the arrow keys from the button over the map. */
export function GoogleMapView({ center, zoom, pin, turn, busy, marks = [], onMove }: MapProps) {
  const [shown, setShown] = useState({ pin, turn, at: pin });
  // A new `turn` resets the marker, even to an equal position: only a new object makes the library move it.
  if (shown.pin !== pin || shown.turn !== turn) setShown({ pin, turn, at: { ...pin } });
  const { at } = shown;
  const setAt = (to: Geolocation): void => setShown((now) => ({ ...now, at: to }));
  const drop = ({ latLng }: google.maps.MapMouseEvent): void => {
    if (!latLng) return;
    const to: Geolocation = { lat: latLng.lat(), lng: latLng.lng() };
    setAt(to);
    onMove(to);
  };
  return (
    <div className={styles['map']}>
      <GoogleMap center={center} mapContainerClassName={styles['canvas'] ?? ''} options={options} zoom={zoom}>
        <MarkerF draggable position={at} title={addressMapTexts.pin} onDragEnd={drop} />
        {marks.map(({ id, label, at: place, onOpen }) => (
          <MarkerF
            key={id}
            label={{ text: label, className: styles['mark'] ?? '' }}
            position={place}
            title={label}
            onClick={onOpen}
          />
        ))}
      </GoogleMap>
      <button
        aria-busy={busy}
        className={styles['keys']}
        type="button"
        onClick={() => onMove(at)}
        onKeyDown={(event) => {
          const step = arrowStep(event.key, event.shiftKey);
          if (!step) return;
          event.preventDefault();
          setAt(moved(at, step, zoom));
        }}
      >
        {addressMapTexts.pin}
      </button>
    </div>
  );
}
