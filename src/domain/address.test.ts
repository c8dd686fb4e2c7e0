import { describe, expect, it } from 'vitest';
import { addressLine2Problem, addressProblem, hasDoorNumber, mapView, withTypedNumber } from './address.ts';

const here = { lat: -34.6, lng: -58.4 };

describe('an address', () => {
  it.each([
    ['Av. Corrientes 3499', true],
    ['Av. Corrientes 3499, Balvanera, Buenos Aires', true],
    ['12 de Octubre 845', true],
    ['Calle 7 N° 1240', true],
    ['Mitre 150 1° B', true],
    ['Ruta 8 km 45', true],
    ['Av. Corrientes', false],
    ['Av. 9 de Julio', false],
    ['12 de Octubre', false],
    ['3499', false],
    ['', false],
  ])('%j has a door number: %s (K-45)', (line, expected) => {
    expect(hasDoorNumber(line)).toBe(expected);
  });

  it.each([
    ['Av. Corrientes', 'corrientes 3450', 'Av. Corrientes 3450'],
    ['Av. Corrientes, Balvanera', 'corr 3450', 'Av. Corrientes 3450, Balvanera'],
    ['Av. Corrientes 3499', 'corrientes 3450', 'Av. Corrientes 3499'],
    ['Av. 9 de Julio', '9 de julio', 'Av. 9 de Julio'],
    ['Av. 9 de Julio', 'av 9 de julio 1200', 'Av. 9 de Julio 1200'],
    ['Palma', '', 'Palma'],
  ])('%j chosen after typing %j is %j: the typed number survives', (found, typed, line) => {
    expect(withTypedNumber(found, typed)).toBe(line);
  });

  it.each([
    ['a chosen street with its number', 'Palma 120', here, 'AR', null],
    ['a street without number in Argentina (K-45)', 'Palma', here, 'AR', 'address'],
    ['a street without number in Paraguay (K-46)', 'Palma', here, 'PY', null],
    ['free text without coordinates (K-44)', 'Palma 120', null, 'AR', 'address'],
    ['free text without coordinates in Paraguay (K-44)', 'Palma 120', null, 'PY', 'address'],
    ['coordinates without a street', '  ', here, 'PY', 'address'],
  ] as const)('%s', (_, address_line_1, geolocation, country, rule) => {
    expect(addressProblem({ address_line_1, geolocation }, country)?.rule ?? null).toBe(rule);
  });

  it('takes 20 characters of floor and flat, not 21 (K-47)', () => {
    expect(addressLine2Problem('x'.repeat(20))).toBeNull();
    expect(addressLine2Problem('x'.repeat(21))).toEqual({ rule: 'max-length', max: 20 });
  });
});

describe('the map', () => {
  it.each([
    ['AR', null, { center: { lat: -35.2, lng: -65.2 }, zoom: 6 }],
    ['PY', null, { center: { lat: -23.25, lng: -58.47 }, zoom: 7 }],
    ['AR', here, { center: here, zoom: 16 }],
    ['PY', here, { center: here, zoom: 16 }],
  ] as const)('of %s with %j chosen opens there (K-50, K-51)', (country, chosen, view) => {
    expect(mapView(country, chosen)).toEqual(view);
  });
});
