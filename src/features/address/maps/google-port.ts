import { Loader } from '@googlemaps/js-api-loader';
import { GoogleMapView } from './google-map.tsx';
import { googleSearch } from './google.ts';
import type { MapsPort } from './port.ts';

/** Loads the Maps JavaScript API, for shops with a key; rejects when it cannot be loaded, and may be called again. */
export async function googleMaps(apiKey: string): Promise<MapsPort> {
  // The screen offers «Reintentar»; a retry of the loader would only write to the console.
  await new Loader({ apiKey, libraries: ['places'], language: 'es', version: 'quarterly', retries: 0 }).load();
  return { ...googleSearch(), Map: GoogleMapView, sandbox: false };
}
