import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cartPlan, type OpenShop, openShops, prepareShops, sellCart } from '#server/testing/random-carts.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let shops: readonly OpenShop[];
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await prepareShops(server);
  shops = await openShops(server);
});
afterAll(() => server.close());

describe('random carts, priced by the device and by the server over HTTP', () => {
  it('differ in nothing, in pesos and in guaraníes, with every discount, promo code and delivery (N-14, N-15, M-03)', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...shops), cartPlan, async (shop, plan) => {
        const { kinds, differences } = await sellCart(server, shop, plan);
        for (const kind of kinds) seen.add(kind);
        expect(differences).toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect([...seen].toSorted()).toEqual(
      [
        'ARS',
        'DELIVERY',
        'LOCAL',
        'PYG',
        'TAKEAWAY',
        'additionals',
        'amount',
        'catalog discount',
        'delivery fee',
        'none',
        'percentage',
        'promocode',
      ].toSorted(),
    );
  }, 240_000);
});
