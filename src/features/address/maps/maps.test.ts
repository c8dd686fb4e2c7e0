import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { googleSearch } from './google.ts';
import { arrowStep, moved, toPixel, toPlace } from './projection.ts';

const obelisk = { lat: -34.6037, lng: -58.3816 };

describe('the projection of the drawn map', () => {
  it('comes back to the same place, at every zoom', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: 4, max: 18 }),
        (lat, lng, zoom) => {
          const back = toPlace(toPixel({ lat, lng }, zoom), zoom);
          expect(back.lat).toBeCloseTo(lat, 7);
          expect(back.lng).toBeCloseTo(lng, 7);
        },
      ),
    );
  });

  it('has the north on top and the east at the right', () => {
    const at = toPixel(obelisk, 16);
    expect(toPixel({ ...obelisk, lat: obelisk.lat + 0.01 }, 16).y).toBeLessThan(at.y);
    expect(toPixel({ ...obelisk, lng: obelisk.lng + 0.01 }, 16).x).toBeGreaterThan(at.x);
    expect(moved(obelisk, { x: 0, y: 0 }, 16).lat).toBeCloseTo(obelisk.lat, 9);
  });

  it('never leaves the world', () => {
    const far = moved(obelisk, { x: 1e9, y: -1e9 }, 4);
    expect(far).toEqual({ lat: 85, lng: 180 });
  });

  it.each([
    ['ArrowUp', false, { x: 0, y: -8 }],
    ['ArrowLeft', true, { x: -48, y: 0 }],
    ['Enter', false, null],
  ] as const)('%s with shift %s moves the pin by %j (K-42)', (key, far, step) => {
    expect(arrowStep(key, far)).toEqual(step);
  });
});

interface Component {
  readonly types: readonly string[];
  readonly longText: string;
}

const part = (type: string, longText: string): Component => ({ types: [type, 'political'], longText });
const corrientes = [part('route', 'Av. Corrientes'), part('street_number', '3499'), part('locality', 'Buenos Aires')];

/** A stub of the part of Google's API that this code calls; it answers as Google's reference documents. */
function stub(components: readonly Component[], results: readonly { types: string[] }[] = []) {
  const fetchFields = vi.fn(() => Promise.resolve({}));
  const place = {
    id: 'p1',
    location: { lat: () => obelisk.lat, lng: () => obelisk.lng },
    addressComponents: components,
    fetchFields,
  };
  const asked = vi.fn(() =>
    Promise.resolve({
      suggestions: [
        {
          placePrediction: { placeId: 'p1', text: { text: 'Av. Corrientes 3499, Buenos Aires' }, toPlace: () => place },
        },
        { placePrediction: null },
      ],
    }),
  );
  const maps = {
    Geocoder: class {
      geocode() {
        return Promise.resolve({
          results: results.map(({ types }) => ({
            types,
            address_components: components.map(({ types: t, longText }) => ({ types: t, long_name: longText })),
          })),
        });
      }
    },
    places: {
      AutocompleteSessionToken: class {
        readonly token = {};
      },
      AutocompleteSuggestion: { fetchAutocompleteSuggestions: asked },
    },
  };
  vi.stubGlobal('google', { maps });
  return { asked, fetchFields };
}

const search = async () => googleSearch().search('corrientes 3499', 'AR', new AbortController().signal);

describe('the map service of Google (K-49)', () => {
  it('is asked for the country of the store, and a pick has street, number, town and place', async () => {
    const { asked, fetchFields } = stub(corrientes);
    const [first, second] = await search();
    expect(asked).toHaveBeenCalledWith(
      expect.objectContaining({ input: 'corrientes 3499', includedRegionCodes: ['ar'], language: 'es' }),
    );
    expect(second).toBeUndefined();
    expect(first?.label).toBe('Av. Corrientes 3499, Buenos Aires');
    expect(await first?.pick()).toEqual({
      address_line_1: 'Av. Corrientes 3499, Buenos Aires',
      has_number: true,
      geolocation: obelisk,
    });
    expect(fetchFields).toHaveBeenCalledWith({ fields: ['location', 'addressComponents'] });
  });

  it('says when a street has no number, and when there is no street at all (K-43, K-45)', async () => {
    stub(corrientes.filter((c) => !c.types.includes('street_number')));
    const [street] = await search();
    expect(await street?.pick()).toMatchObject({ address_line_1: 'Av. Corrientes, Buenos Aires', has_number: false });
    stub([part('locality', 'Buenos Aires')]);
    const [town] = await search();
    expect(await town?.pick()).toBeNull();
  });

  it('types one session and starts another after a pick', async () => {
    const { asked } = stub(corrientes);
    const port = googleSearch();
    const { signal } = new AbortController();
    const tokens = (): unknown[] => asked.mock.calls.map((call: unknown[]) => Object(call[0]).sessionToken);
    const [first] = await port.search('cor', 'AR', signal);
    await port.search('corr', 'AR', signal);
    await first?.pick();
    await port.search('san', 'AR', signal);
    const [one, two, three] = tokens();
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('finds the street at the pin, at the pin (K-43)', async () => {
    const pin = { lat: -34.6, lng: -58.4 };
    const { at } = googleSearch();
    stub(corrientes, [{ types: ['street_address'] }]);
    expect(await at(pin)).toMatchObject({ geolocation: pin });
    stub(corrientes, [{ types: ['country'] }]);
    expect(await at(pin)).toBeNull();
    stub(corrientes);
    expect(await at(pin)).toBeNull();
  });
});
