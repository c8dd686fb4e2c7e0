import type { ComponentType } from 'react';
import type { FoundAddress } from '#data/cart/ordering.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';

export interface Suggestion {
  readonly id: string;
  readonly label: string;
  /** Resolves the suggestion to an address; null when the service does not know its position. */
  readonly pick: () => Promise<FoundAddress | null>;
}

/** Something near the pin. Only a map with a key shows it. */
export interface MapMark {
  readonly id: number;
  readonly label: string;
  readonly at: Geolocation;
  readonly onOpen: () => void;
}

export interface MapProps {
  readonly center: Geolocation;
  readonly zoom: number;
  readonly pin: Geolocation;
  /** Each new number resets the pin to `pin`. */
  readonly turn: number;
  /** True while the app looks up the address of the pin. */
  readonly busy: boolean;
  readonly marks?: readonly MapMark[];
  /** Called after the user has moved the pin. */
  readonly onMove: (to: Geolocation) => void;
}

/** The interface of a map service: Google's, or the demo town of our own server (N-30, K-49). */
export interface MapsPort {
  readonly search: (text: string, country: Country, signal: AbortSignal) => Promise<Suggestion[]>;
  /** The address at a point; null when no street is near. */
  readonly at: (point: Geolocation) => Promise<FoundAddress | null>;
  readonly Map: ComponentType<MapProps>;
  /** True for the demo map; the screen then says that the map is not real. */
  readonly sandbox: boolean;
}
