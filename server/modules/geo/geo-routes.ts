import { signedIn } from '#server/http/recipe.ts';
import type { Places } from './places.ts';

export const geoRoutes = (places: Places) => ({
  autocomplete: signedIn.geo.autocomplete.handler(({ input }) => places.search(input.q, input.country)),
  reverse: signedIn.geo.reverse.handler(({ input }) => places.nearest(input)),
});
