import { Loader } from '@googlemaps/js-api-loader';
import { GoogleMapView } from './google-map.tsx';
import { googleSearch } from './google.ts';
import type { MapsPort } from './port.ts';

/** Loads the Maps JavaScript API for shops with a key. It rejects when loading fails; a later call tries again. */
export async function googleMaps(apiKey: string): Promise<MapsPort> {
  // No loader retries: the screen offers «Reintentar», and the loader's own retries only write to the console.
  await new Loader({ apiKey, libraries: ['places'], language: 'es', version: 'quarterly', retries: 0 }).load();
  return { ...googleSearch(), Map: GoogleMapView, sandbox: false };
}
