import { queryOptions } from '@tanstack/react-query';
import { lookForUpdate } from '#platform/worker.ts';
import { api } from './api.ts';
import { useUpdates } from '#data/device/updates.ts';

interface ServerFacts {
  /** Of the app that this server gives out. */
  readonly version: string;
  /** The page that explains the plans (H-12); null = there is none. */
  readonly plansUrl: string | null;
}

/** What the server says about itself; the last answer is kept for when it cannot be asked. */
export const serverQueries = {
  facts: () =>
    queryOptions({
      queryKey: ['server'],
      queryFn: async ({ signal }): Promise<ServerFacts> => {
        const { version, plans_url } = await api.config(undefined, { signal });
        return { version, plansUrl: plans_url };
      },
      meta: { keep: true },
    }),
};

/** Asks for a newer version now; true when one is there to be taken. */
export async function lookForAppUpdate(): Promise<boolean> {
  await lookForUpdate();
  return useUpdates.getState().apply !== null;
}
