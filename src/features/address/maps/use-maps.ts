import { useQuery } from '@tanstack/react-query';
import { orderingQueries } from '#data/cart/ordering.ts';
import { demoTownPort } from './demo-town.ts';
import type { MapsPort } from './port.ts';

/** A dynamic import, so that only shops with a key download the Google Maps code. */
const googleMaps = async (key: string): Promise<MapsPort> => (await import('./google.ts')).googleMaps(key);

/** The map service of this installation; undefined while it loads. */
export function useMaps(): {
  readonly port: MapsPort | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
} {
  const key = useQuery(orderingQueries.mapsKey());
  const port = useQuery({
    queryKey: ['maps-port', key.data],
    queryFn: (): Promise<MapsPort> => (key.data ? googleMaps(key.data) : Promise.resolve(demoTownPort)),
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
