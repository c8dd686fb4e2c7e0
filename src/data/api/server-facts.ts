import { queryOptions } from '@tanstack/react-query';
import { lookForUpdate } from '#platform/worker.ts';
import { api } from './api.ts';
import { useUpdates } from '#data/device/device.ts';

interface ServerFacts {
  /** The version of the app that this server serves. */
  readonly version: string;
  /** The page that explains the plans (H-12); null if there is none. */
  readonly plansUrl: string | null;
  /** The provider that charges people online; null: this server charges nothing online. */
  readonly payments: { readonly service: string; readonly sandbox: boolean } | null;
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

/** Checks for a newer version of the app now. Resolves to true when one is ready to apply. */
export async function lookForAppUpdate(): Promise<boolean> {
  await lookForUpdate();
  return useUpdates.getState().apply !== null;
}
