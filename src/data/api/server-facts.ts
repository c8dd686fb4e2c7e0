import { queryOptions, useQuery } from '@tanstack/react-query';
import { lookForUpdate } from '#platform/worker.ts';
import { api } from './api.ts';
import { useUpdates } from '#data/device/device.ts';

/** The provider that this server charges people with, as gateways name it. */
export interface ServerCharging {
  readonly service: string;
  /** No money moves. */
  readonly sandbox: boolean;
}

interface ServerFacts {
  /** The version of the app that this server serves. */
  readonly version: string;
  /** The page that explains the plans (H-12); null if there is none. */
  readonly plansUrl: string | null;
  /** Null: this server charges nothing online. */
  readonly payments: ServerCharging | null;
}

/** The server's own configuration. The last answer is stored for offline use. */
export const serverQueries = {
  facts: () =>
    queryOptions({
      queryKey: ['server', 'facts'],
      queryFn: async ({ signal }): Promise<ServerFacts> => {
        const { version, plans_url, payments } = await api.config(undefined, { signal });
        return { version, plansUrl: plans_url, payments };
      },
      meta: { keep: true },
    }),
};

export const useOnlineCharging = (): ServerCharging | null => useQuery(serverQueries.facts()).data?.payments ?? null;

/** Checks for a newer version of the app now. Resolves to true when one is ready to apply. */
export async function lookForAppUpdate(): Promise<boolean> {
  await lookForUpdate();
  return useUpdates.getState().apply !== null;
}
