import { useQuery } from '@tanstack/react-query';
import { serverQueries } from '#data/api/server-facts.ts';

/** The provider that this server charges people with, as gateways name it; null: it charges nothing online. */
export interface ServerCharging {
  readonly service: string;
  /** No money moves. */
  readonly sandbox: boolean;
}

export const useOnlineCharging = (): ServerCharging | null => useQuery(serverQueries.facts()).data?.payments ?? null;
