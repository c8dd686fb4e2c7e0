import { queryOptions } from '@tanstack/react-query';
import type { FiscalInput, WireFiscalSettings } from '#contract/fiscal-settings.ts';
import { readInstant, readOptional } from '#contract/wire/amounts.ts';
import type { FiscalEnvironment } from '#domain/fiscal-documents.ts';
import type { Instant } from '#domain/time.ts';
import { queryClient } from '#data/api/query-client.ts';
import { billingApi } from './billing-api.ts';

/** Who a store is for its tax authority, without its secrets. */
export interface FiscalSettings {
  readonly environments: readonly FiscalEnvironment[];
  /** null: the store has no settings yet. */
  readonly environment: FiscalEnvironment | null;
  readonly issuer: FiscalInput['issuer'] | null;
  readonly certificate: { readonly subject: string; readonly expiresAt: Instant } | null;
  readonly cscId: string | null;
  /** Whether a CSC is kept. */
  readonly csc: boolean;
  readonly keepsCredentials: boolean;
}

const readSettings = (wire: WireFiscalSettings): FiscalSettings => ({
  environments: wire.environments,
  environment: wire.environment,
  issuer: wire.issuer,
  certificate: readOptional(wire.certificate, ({ subject, expires_at }) => ({
    subject,
    expiresAt: readInstant(expires_at),
  })),
  cscId: wire.csc_id,
  csc: wire.csc,
  keepsCredentials: wire.keeps_credentials,
});

/** Never stored on the device. */
export const fiscalSettingsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'fiscal'],
    queryFn: async ({ signal }) => readSettings(await billingApi.settings({ store_id: storeId }, { signal })),
    staleTime: 0,
    retry: false,
  });

/** Saves them. Rejects with the refusal, which names the field. */
export async function saveFiscalSettings(storeId: number, input: FiscalInput): Promise<void> {
  const saved = await billingApi.saveSettings({ store_id: storeId, ...input });
  queryClient.setQueryData(fiscalSettingsQuery(storeId).queryKey, readSettings(saved));
}
