import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';

export interface Place {
  readonly address_line_1: string;
  readonly has_number: boolean;
  readonly geolocation: Geolocation;
}

/** The maps port of the server (N-30). */
export interface Places {
  /** Addresses that begin like the text, best match first. */
  search(text: string, country: Country): Place[];
  /** The address nearest to a point; null when none is near. */
  nearest(at: Geolocation): Place | null;
}
