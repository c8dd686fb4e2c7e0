import type { ComponentType } from 'react';
import { useEffect, useRef } from 'react';
import { moved, arrowStep } from './projection.ts';
import styles from './map.module.css';
import type { GoogleMap, GoogleMaps, GoogleMarker } from './google-types.ts';
import type { MapProps } from './port.ts';
import { addressMapTexts } from './texts.ts';

interface Shown {
  readonly map: GoogleMap;
  readonly marker: GoogleMarker;
}

/** Google's map with a marker that is dragged, or moved with the arrows by the button over it. */
export function googleMapOf(maps: GoogleMaps): ComponentType<MapProps> {
  return function GoogleMapView({ center, zoom, pin, turn, busy, onMove }: MapProps) {
    const box = useRef<HTMLDivElement>(null);
    const shown = useRef<Shown | null>(null);
    const at = useRef(pin);
    const move = useRef(onMove);
    useEffect(() => {
      move.current = onMove;
    });

    useEffect(() => {
      if (!box.current) return;
      const map = new maps.Map(box.current, { center, zoom, disableDefaultUI: true, zoomControl: true });
      const marker = new maps.Marker({ map, position: pin, draggable: true, title: addressMapTexts.pin });
      const dropped = marker.addListener('dragend', () => {
        const position = marker.getPosition();
        if (!position) return;
        at.current = { lat: position.lat(), lng: position.lng() };
        move.current(at.current);
      });
      shown.current = { map, marker };
      return () => {
        dropped.remove();
        marker.setMap(null);
      };
      // oxlint-disable-next-line react/exhaustive-deps -- made once; the effect below moves it
    }, []);
    useEffect(() => {
      at.current = pin;
      shown.current?.marker.setPosition(pin);
      shown.current?.map.setCenter(center);
      shown.current?.map.setZoom(zoom);
    }, [center, zoom, pin, turn]);

    return (
      <div className={styles['map']}>
        <div ref={box} className={styles['canvas']} />
        <button
          aria-busy={busy}
          className={styles['keys']}
          type="button"
          onClick={() => onMove(at.current)}
          onKeyDown={(event) => {
            const step = arrowStep(event.key, event.shiftKey);
            if (!step) return;
            event.preventDefault();
            at.current = moved(at.current, step, zoom);
            shown.current?.marker.setPosition(at.current);
          }}
        >
          {addressMapTexts.pin}
        </button>
      </div>
    );
  };
}
