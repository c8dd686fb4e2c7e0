import type { FoundAddress } from '#data/cart/ordering.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { GoogleComponent, GoogleMaps, GooglePrediction } from './google-types.ts';
import type { MapsPort } from './port.ts';

const language = 'es';
/** What a point on the map may stand for; a town or a country is no address. */
const streetTypes: readonly string[] = ['street_address', 'premise', 'subpremise', 'route'];

const part = (components: readonly GoogleComponent[], type: string): string => {
  const found = components.find((c) => c.types.includes(type));
  return found?.longText ?? found?.long_name ?? '';
};

/** Street and number with its town; null without a street. */
function addressOf(components: readonly GoogleComponent[], geolocation: Geolocation): FoundAddress | null {
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

async function picked(prediction: GooglePrediction): Promise<FoundAddress | null> {
  const place = prediction.toPlace();
  await place.fetchFields({ fields: ['location', 'addressComponents'] });
  if (!place.location || !place.addressComponents) return null;
  return addressOf(place.addressComponents, { lat: place.location.lat(), lng: place.location.lng() });
}

/** Places and geocoding of Google, over a loaded API (K-49). A session of typing ends with the pick. */
export function googleSearch(maps: GoogleMaps): Pick<MapsPort, 'search' | 'at'> {
  let session: object | null = null;
  return {
    async search(text, country, signal) {
      session ??= new maps.places.AutocompleteSessionToken();
      const { suggestions } = await maps.places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
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
      const { results } = await new maps.Geocoder().geocode({ location: point, language });
      const street = results.find((r) => r.types.some((t) => streetTypes.includes(t)));
      return street ? addressOf(street.address_components, point) : null;
    },
  };
}
