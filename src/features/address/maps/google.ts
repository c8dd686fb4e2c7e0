import type { FoundAddress } from '#data/cart/ordering.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { MapsPort } from './port.ts';
import { Loader } from '@googlemaps/js-api-loader';
import { GoogleMapView } from './google-map.tsx';

const language = 'es';
/** Geocoder result types accepted as an address. A town or a country is not an address. */
const streetTypes: readonly string[] = ['street_address', 'premise', 'subpremise', 'route'];

/** One address component, from a place or from a geocoded point. */
interface AddressPart {
  readonly types: readonly string[];
  readonly text: string;
}

const part = (parts: readonly AddressPart[], type: string): string =>
  parts.find(({ types }) => types.includes(type))?.text ?? '';

/** The address line (street, number, town) of Google's components; null without a street. */
function addressOf(components: readonly AddressPart[], geolocation: Geolocation): FoundAddress | null {
  const street = part(components, 'route');
  if (street === '') return null;
  const number = part(components, 'street_number');
  const town = part(components, 'locality') || part(components, 'administrative_area_level_2');
  const line = [street, number].filter(Boolean).join(' ');
  return {
    address_line_1: town === '' ? line : `${line}, ${town}`,
    has_number: number !== '',
    geolocation,
  };
}

async function picked(prediction: google.maps.places.PlacePrediction): Promise<FoundAddress | null> {
  const place = prediction.toPlace();
  await place.fetchFields({ fields: ['location', 'addressComponents'] });
  if (!place.location || !place.addressComponents) return null;
  const parts = place.addressComponents.map(({ types, longText }) => ({ types, text: longText ?? '' }));
  return addressOf(parts, { lat: place.location.lat(), lng: place.location.lng() });
}

/**
 * Search and reverse geocoding by Google, once its script has loaded (K-49). Choosing a suggestion ends the
 * autocomplete session, the unit of Google's billing.
 */
export function googleSearch(): Pick<MapsPort, 'search' | 'at'> {
  let session: google.maps.places.AutocompleteSessionToken | null = null;
  return {
    async search(text, country, signal) {
      const { places } = google.maps;
      session ??= new places.AutocompleteSessionToken();
      const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input: text,
        includedRegionCodes: [country.toLowerCase()],
        language,
        sessionToken: session,
      });
      signal.throwIfAborted();
      return suggestions.flatMap(({ placePrediction }) =>
        placePrediction === null
          ? []
          : [
              {
                id: placePrediction.placeId,
                label: placePrediction.text.text,
                pick: () => {
                  session = null;
                  return picked(placePrediction);
                },
              },
            ],
      );
    },
    async at(point) {
      const { results } = await new google.maps.Geocoder().geocode({ location: point, language });
      const street = results.find((r) => r.types.some((t) => streetTypes.includes(t)));
      if (!street) return null;
      return addressOf(
        street.address_components.map(({ types, long_name: text }) => ({ types, text })),
        point,
      );
    },
  };
}

/** Loads the Maps JavaScript API for shops with a key. It rejects when loading fails; a later call tries again. */
export async function googleMaps(apiKey: string): Promise<MapsPort> {
  // No loader retries: the screen offers «Reintentar», and the loader's own retries only write to the console.
  await new Loader({ apiKey, libraries: ['places'], language: 'es', version: 'quarterly', retries: 0 }).load();
  return { ...googleSearch(), Map: GoogleMapView, sandbox: false };
}
