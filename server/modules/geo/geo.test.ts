import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { geoPlace } from '#contract/geo.ts';
import { addressProblem } from '#domain/address.ts';
import { readError } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { asuncionTown, demoTowns, laEsquinaTown } from './demo-streets.ts';
import { demoTown, movedBy } from './demo-town.ts';

const lines = (text: string, country: 'AR' | 'PY' = 'AR'): string[] =>
  demoTown.search(text, country).map((p) => p.address_line_1);

describe('the demo town (N-30)', () => {
  it('gives every street of a country its own name', () => {
    for (const country of ['AR', 'PY'] as const) {
      const names = demoTowns.filter((t) => t.country === country).flatMap((t) => [...t.across, ...t.along]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each([
    ['corrientes 3499', ['Av. Corrientes 3499']],
    ['AVENIDA CORRIENTES 3499, Buenos Aires', ['Av. Corrientes 3499']],
    ['nandu 3200', ['Pasaje Ñandú 3200']],
    ['ultima est', ['Última Estación']],
    ['12 de diciembre', ['12 de Diciembre']],
    ['12 de diciembre 3150', ['12 de Diciembre 3150']],
    ['corrientes 99', ['Av. Corrientes']],
    ['de la', ['Camino de la Sirga', 'Av. de la Fábrica']],
    ['zzzz', []],
    [', 3499', []],
    ['av.', []],
  ])('%j finds %j, without accents (K-42, K-49)', (text, found) => {
    expect(lines(text)).toEqual(found);
  });

  it('finds streets of the country that is asked for', () => {
    expect(lines('palma 120', 'PY')).toEqual(['Palma 120']);
    expect(lines('palma 120', 'AR')).toEqual([]);
  });

  it('never more than six', () => {
    expect(lines('d')).toHaveLength(6);
    expect(lines('do')).toEqual(['Doctor Peralta']);
  });

  it('says whether an address has the number that Argentina needs and Paraguay does not (K-45, K-46)', () => {
    const [numbered] = demoTown.search('corrientes 3499', 'AR');
    const [bare] = demoTown.search('corrientes', 'AR');
    const [palma] = demoTown.search('palma', 'PY');
    if (!numbered || !bare || !palma) throw new Error('not found');
    expect([numbered, bare, palma].map((p) => p.has_number)).toEqual([true, false, false]);
    expect(addressProblem(numbered, 'AR')).toBeNull();
    expect(addressProblem(bare, 'AR')).toEqual({ rule: 'address' });
    expect(addressProblem(palma, 'PY')).toBeNull();
  });

  it('knows no address far from its streets (K-43)', () => {
    expect(demoTown.nearest({ lat: 0, lng: 0 })).toBeNull();
    expect(demoTown.nearest(movedBy(laEsquinaTown.centre, 900, 0))).toBeNull();
  });

  it('a pin anywhere in town has a numbered address, which is found again within a few metres of its street (K-49)', () => {
    const town = fc.constantFrom(...demoTowns);
    const metres = fc.double({ min: -580, max: 580, noNaN: true });
    fc.assert(
      fc.property(town, metres, metres, (where, east, north) => {
        const place = demoTown.nearest(movedBy(where.centre, east, north));
        if (!place) throw new Error('no address');
        expect(place.has_number).toBe(true);
        const [found] = demoTown.search(place.address_line_1, where.country);
        expect(found).toEqual(place);
        // Streets are 145 m apart, so none is farther than 73 m; door numbers are accurate to a metre.
        const north1 = (place.geolocation.lat - where.centre.lat) * 111_320 - north;
        const east1 =
          (place.geolocation.lng - where.centre.lng) * 111_320 * Math.cos((where.centre.lat * Math.PI) / 180) - east;
        expect(Math.hypot(north1, east1)).toBeLessThan(75);
      }),
    );
  });
});

describe('GET /geo', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresUrl'));
  });
  afterAll(() => server.close());

  it('searches and looks up, for anybody who is signed in (K-49)', async () => {
    const found = await server.ask('fede', '/geo/autocomplete?q=corrientes%203499&country=AR');
    expect(found.status).toBe(200);
    const [place] = z.parse(z.array(geoPlace), found.body);
    expect(place).toMatchObject({ address_line_1: 'Av. Corrientes 3499', has_number: true });
    const { lat = 0, lng = 0 } = place?.geolocation ?? {};
    const back = await server.ask('fede', `/geo/reverse?lat=${lat}&lng=${lng}`);
    expect(z.parse(geoPlace, back.body)).toEqual(place);
    expect((await server.ask(null, '/geo/reverse?lat=0&lng=0')).status).toBe(401);
  });

  it('answers null where there is no street (K-43)', async () => {
    const answer = await server.ask('ana', '/geo/reverse?lat=0&lng=0');
    expect([answer.status, answer.body]).toEqual([200, null]);
  });

  it.each([
    ['autocomplete?q=%20&country=AR', 'q'],
    ['autocomplete?q=x&country=UY', 'country'],
    [`autocomplete?q=${'x'.repeat(101)}&country=AR`, 'q'],
    ['reverse?lat=91&lng=0', 'lat'],
    ['reverse?lat=0&lng=abc', 'lng'],
  ])('refuses %s at the field', async (query, field) => {
    const answer = await server.ask('ana', `/geo/${query}`);
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, [field]]);
  });

  it('with a maps key the browser is told it and this server knows no streets (N-30)', async () => {
    const keyed = await startTestServer(inject('postgresUrl'), { mapsKey: 'AIza-test-key-of-the-browser' });
    try {
      expect((await keyed.ask(null, '/config')).body).toMatchObject({ maps: { key: 'AIza-test-key-of-the-browser' } });
      expect((await keyed.ask('ana', '/geo/autocomplete?q=corrientes&country=AR')).body).toEqual([]);
      const { lat, lng } = asuncionTown.centre;
      expect((await keyed.ask('ana', `/geo/reverse?lat=${lat}&lng=${lng}`)).body).toBeNull();
    } finally {
      await keyed.close();
    }
    expect((await server.ask(null, '/config')).body).toMatchObject({ maps: { key: null } });
  });
});
