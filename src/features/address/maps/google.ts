import type { FoundAddress } from '#data/cart/ordering.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { MapsPort } from './port.ts';

const language = 'es';
/** What a point on the map may stand for; a town or a country is no address. */
const streetTypes: readonly string[] = ['street_address', 'premise', 'subpremise', 'route'];

/** One part of an address, as a place or a geocoded point has it. */
interface AddressPart {
  readonly types: readonly string[];
  readonly text: string;
}

const part = (parts: readonly AddressPart[], type: string): string =>
  parts.find(({ types }) => types.includes(type))?.text ?? '';

/** Street and number with its town; null without a street. */
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

/** Places and geocoding of Google, once its script has loaded (K-49). A session of typing ends with the pick. */
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
