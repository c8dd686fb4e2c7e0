import { folded } from '#domain/search.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';
import { type DemoTown, demoTowns } from './demo-streets.ts';
import type { Place, Places } from './places.ts';

const blockMetres = 145;
const numbersPerBlock = 100;
const blocks = 8;
/** A pin farther than this from every street has no address. */
const nearMetres = 200;
const maxFound = 6;

const metresPerDegree = 111_320;
const degreesEast = (metres: number, at: Geolocation): number =>
  metres / (metresPerDegree * Math.cos((at.lat * Math.PI) / 180));
const degreesNorth = (metres: number): number => metres / metresPerDegree;

/** The point `east` and `north` metres from another; accurate to a few kilometres. */
export const movedBy = (from: Geolocation, east: number, north: number): Geolocation => ({
  lat: from.lat + degreesNorth(north),
  lng: from.lng + degreesEast(east, from),
});

/** An octagon with corners at `metres` from the centre: the shape of a demo zone. */
export const areaAround = (centre: Geolocation, metres: number): Geolocation[] =>
  Array.from({ length: 8 }, (_, corner) => {
    const angle = ((corner + 0.5) * Math.PI) / 4;
    return movedBy(centre, Math.cos(angle) * metres, Math.sin(angle) * metres);
  });

interface Street {
  readonly name: string;
  readonly country: Country;
  /** Normalised words of the street's name, without 'Av.'. */
  readonly words: readonly string[];
  readonly firstNumber: number;
  /** The location `metres` along the street from its first number. */
  at(metres: number): Geolocation;
  /** The point on the street nearest to a pin: metres along the street, and metres away from the pin. */
  foot(pin: Geolocation): { readonly along: number; readonly away: number };
}

const length = blocks * blockMetres;
const kinds = new Set(['av', 'avenida', 'calle', 'pasaje']);
const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !kinds.has(word));

const clamp = (n: number): number => Math.min(Math.max(n, 0), length);

function streetsOf({ country, centre, firstNumber, across, along }: DemoTown): Street[] {
  const corner = movedBy(centre, -length / 2, -length / 2);
  const metres = (pin: Geolocation): { east: number; north: number } => ({
    east: (pin.lng - corner.lng) / degreesEast(1, centre),
    north: (pin.lat - corner.lat) / degreesNorth(1),
  });
  const point = (east: number, north: number): Geolocation => ({
    lat: corner.lat + degreesNorth(north),
    lng: corner.lng + degreesEast(east, centre),
  });
  const street = (name: string, index: number, eastward: boolean): Street => {
    const offset = index * blockMetres;
    return {
      name,
      country,
      words: wordsOf(name),
      firstNumber,
      at: (m) => (eastward ? point(m, offset) : point(offset, m)),
      foot: (pin) => {
        const { east, north } = metres(pin);
        const [on, beside] = eastward ? [east, north] : [north, east];
        const nearest = clamp(on);
        return { along: nearest, away: Math.hypot(on - nearest, beside - offset) };
      },
    };
  };
  return [
    ...across.map((name, index) => street(name, index, true)),
    ...along.map((name, index) => street(name, index, false)),
  ];
}

const streets = demoTowns.flatMap(streetsOf);

const rounded = ({ lat, lng }: Geolocation): Geolocation => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lng: Math.round(lng * 1e6) / 1e6,
});

function placeOn(street: Street, number: number | null): Place {
  const metres = number === null ? length / 2 : ((number - street.firstNumber) / numbersPerBlock) * blockMetres;
  if (number === null || metres < 0 || metres > length)
    return { address_line_1: street.name, has_number: false, geolocation: rounded(street.at(length / 2)) };
  return { address_line_1: `${street.name} ${number}`, has_number: true, geolocation: rounded(street.at(metres)) };
}

/** Sample streets around the demo stores, in place of a map service. Deterministic. */
export const demoTown: Places = {
  // The text after a comma is the city. A number at the end is the door number, unless nothing else was typed.
  search(text, country) {
    const words = wordsOf(text.split(',')[0] ?? '');
    const last = words.at(-1) ?? '';
    const number = words.length > 1 && /^\d{1,5}$/.test(last) ? Number(last) : null;
    const wanted = number === null ? words : words.slice(0, -1);
    if (wanted.length === 0) return [];
    return streets
      .filter((s) => s.country === country && wanted.every((w) => s.words.some((word) => word.startsWith(w))))
      .slice(0, maxFound)
      .map((s) => placeOn(s, number));
  },

  nearest(at) {
    let best: { street: Street; along: number; away: number } | null = null;
    for (const street of streets) {
      const { along, away } = street.foot(at);
      if (away <= nearMetres && (best === null || away < best.away)) best = { street, along, away };
    }
    if (best === null) return null;
    const { street, along } = best;
    return placeOn(street, street.firstNumber + Math.round((along / blockMetres) * numbersPerBlock));
  },
};
