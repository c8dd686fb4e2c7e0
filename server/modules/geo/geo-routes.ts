import type { AppConfig } from '#server/deps.ts';
import { signedIn } from '#server/http/recipe.ts';
import { demoTown } from './demo-town.ts';
import type { Places } from './places.ts';

export const geoRoutes = (places: Places) => ({
  autocomplete: signedIn.geo.autocomplete.handler(({ input }) => places.search(input.q, input.country)),
  reverse: signedIn.geo.reverse.handler(({ input }) => places.nearest(input)),
});

/** With a maps key the browser queries Google, and this server finds no addresses. */
const noPlaces: Places = { search: () => [], nearest: () => null };

export const placesOf = ({ mapsKey }: Pick<AppConfig, 'mapsKey'>): Places => (mapsKey === null ? demoTown : noPlaces);
