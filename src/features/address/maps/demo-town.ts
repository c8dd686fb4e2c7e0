import type { FoundAddress } from '#data/cart/ordering.ts';
import { addressAt, searchAddresses } from '#data/cart/ordering.ts';
import { DemoMap } from './demo-map.tsx';
import type { MapsPort, Suggestion } from './port.ts';

const suggestion = (found: FoundAddress): Suggestion => ({
  id: `${found.address_line_1}|${found.geolocation.lat}|${found.geolocation.lng}`,
  label: found.address_line_1,
  pick: () => Promise.resolve(found),
});

/** The map of a shop without a Google Maps key: our server searches its own streets, on a drawn map (N-30). */
export const demoTownPort: MapsPort = {
  search: async (text, country, signal) => (await searchAddresses(text, country, signal)).map(suggestion),
  at: addressAt,
  Map: DemoMap,
  sandbox: true,
};
