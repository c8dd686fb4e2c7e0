import type { Geolocation } from '#domain/shipping.ts';

/** The part of the Maps JavaScript API that we call, as its reference describes it. */
export interface GoogleComponent {
  readonly types: readonly string[];
  readonly longText?: string;
  readonly long_name?: string;
}

export interface GoogleLatLng {
  readonly lat: () => number;
  readonly lng: () => number;
}

export interface GooglePlace {
  readonly id: string;
  readonly location?: GoogleLatLng | null;
  readonly addressComponents?: readonly GoogleComponent[];
  readonly fetchFields: (request: { readonly fields: readonly string[] }) => Promise<unknown>;
}

export interface GooglePrediction {
  readonly placeId: string;
  readonly text: { readonly text: string };
  readonly toPlace: () => GooglePlace;
}

export interface GoogleMap {
  readonly setCenter: (center: Geolocation) => void;
  readonly setZoom: (zoom: number) => void;
}

export interface GoogleMarker {
  readonly setPosition: (position: Geolocation) => void;
  readonly getPosition: () => GoogleLatLng | null | undefined;
  readonly addListener: (event: 'dragend', listener: () => void) => { readonly remove: () => void };
  readonly setMap: (map: GoogleMap | null) => void;
}

export interface GoogleMaps {
  readonly Map: new (
    element: HTMLElement,
    options: Readonly<Record<string, unknown>> & { readonly center: Geolocation; readonly zoom: number },
  ) => GoogleMap;
  readonly Marker: new (options: {
    readonly map: GoogleMap;
    readonly position: Geolocation;
    readonly draggable: boolean;
    readonly title: string;
  }) => GoogleMarker;
  readonly Geocoder: new () => {
    readonly geocode: (request: { readonly location: Geolocation; readonly language: string }) => Promise<{
      readonly results: readonly {
        readonly types: readonly string[];
        readonly address_components: readonly GoogleComponent[];
      }[];
    }>;
  };
  readonly places: {
    readonly AutocompleteSessionToken: new () => object;
    readonly AutocompleteSuggestion: {
      readonly fetchAutocompleteSuggestions: (request: {
        readonly input: string;
        readonly includedRegionCodes: readonly string[];
        readonly language: string;
        readonly sessionToken: object;
      }) => Promise<{ readonly suggestions: readonly { readonly placePrediction: GooglePrediction | null }[] }>;
    };
  };
}
