import type { ComponentType } from 'react';
import type { FoundAddress } from '#data/cart/ordering.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';

export interface Suggestion {
  readonly id: string;
  readonly label: string;
  /** Its place on the map; null when the service cannot tell. */
  readonly pick: () => Promise<FoundAddress | null>;
}

export interface MapProps {
  readonly center: Geolocation;
  readonly zoom: number;
  readonly pin: Geolocation;
  /** Another number brings the pin back to where it belongs. */
  readonly turn: number;
  /** While its address is looked up. */
  readonly busy: boolean;
  /** The pin was put down somewhere else. */
  readonly onMove: (to: Geolocation) => void;
}

/** What the address screen needs of a map service (N-30, K-49): Google's, or the demo town of our own server. */
export interface MapsPort {
  readonly search: (text: string, country: Country, signal: AbortSignal) => Promise<Suggestion[]>;
  /** The address at a point; null when there is no street near. */
  readonly at: (point: Geolocation) => Promise<FoundAddress | null>;
  readonly Map: ComponentType<MapProps>;
  /** Said on the screen. */
  readonly sandbox: boolean;
}
