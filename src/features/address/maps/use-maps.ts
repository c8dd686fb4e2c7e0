import { useQuery } from '@tanstack/react-query';
import { orderingQueries } from '#data/cart/ordering.ts';
import { demoTown } from './demo-town.ts';
import type { MapsPort } from './port.ts';

/** Only shops with a key load Google's side. */
async function googleMaps(key: string): Promise<MapsPort> {
  const [{ loadGoogleMaps }, { googleMapOf }, { googleSearch }] = await Promise.all([
    import('./google-script.ts'),
    import('./google-map.tsx'),
    import('./google.ts'),
  ]);
  const maps = await loadGoogleMaps(key);
  return { ...googleSearch(maps), Map: googleMapOf(maps), sandbox: false };
}

/** The map service of this installation; undefined while it loads. */
export function useMaps(): {
  readonly port: MapsPort | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
} {
  const key = useQuery(orderingQueries.mapsKey());
  const port = useQuery({
    queryKey: ['maps-port', key.data],
    queryFn: (): Promise<MapsPort> => (key.data ? googleMaps(key.data) : Promise.resolve(demoTown)),
    enabled: key.data !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return {
    port: port.data,
    failed: key.isError || port.isError,
    retry: () => void (key.isError ? key.refetch() : port.refetch()),
  };
}
