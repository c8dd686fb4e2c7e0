import { createPrivateKey, X509Certificate } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { PanelFiscal } from '#contract/panel.ts';
import { ok, type Result } from '#domain/errors.ts';
import type { FiscalIssuer } from '#domain/fiscal-documents.ts';
import { isCuit, readRuc } from '#domain/invoices.ts';
import type { Country } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Billing, FiscalVault } from '#server/billing/fiscal-authority.ts';
import { fiscalDocuments, fiscalSettings } from '#server/db/schema/billing.ts';
import { gateways, stores } from '#server/db/schema/stores.ts';
import { invalidField } from '#server/http/validation.ts';
import { type FiscalSettingsRow, readFiscalSettings } from '#server/modules/billing/billed-payables.ts';
import { announceStore } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { type PanelCall, recordPanelChange } from './panel-call.ts';

/** The issuer as its documents print it; a refusal names the field. */
function readIssuer(country: Country, { issuer }: PanelFiscal): Result<FiscalIssuer> {
  const ruc = readRuc(issuer.tax_id);
  const taxId =
    country === 'AR'
      ? isCuit(issuer.tax_id) && issuer.tax_id.replaceAll(/\D/g, '')
      : ruc !== null && `${ruc.number}-${ruc.check}`;
  if (taxId === false) return invalidField('issuer.tax_id');
  if (country === 'PY') {
    if (issuer.timbrado === null) return invalidField('issuer.timbrado', 'required');
    if (issuer.activity === null) return invalidField('issuer.activity', 'required');
    // Three digits on paper and in the CDC.
    if (issuer.point > 999) return invalidField('issuer.point');
  }
  const { name, address, condition, point, establishment, timbrado, activity } = issuer;
  return ok({
    name,
    taxId,
    address,
    condition,
    point,
    establishment,
    grossIncome: issuer.gross_income,
    startedOn: issuer.started_on,
    timbrado,
    activity,
  });
}

/** Whether the key is the certificate's, and the certificate is in force. */
function checkPair(certificate: string, privateKey: string, now: Instant): Result<null> {
  let read: X509Certificate;
  try {
    read = new X509Certificate(certificate);
  } catch {
    return invalidField('certificate');
  }
  if (Date.parse(read.validTo) <= now || Date.parse(read.validFrom) > now) return invalidField('certificate');
  try {
    return read.checkPrivateKey(createPrivateKey(privateKey)) ? ok(null) : invalidField('private_key');
  } catch {
    return invalidField('private_key');
  }
}

type Secrets = Pick<FiscalSettingsRow, 'certificate' | 'private_key' | 'csc_id' | 'csc'>;

/** What is stored encrypted; null: nothing, or another FISCAL_SECRET has sealed it. */
function opened(vault: FiscalVault, sealed: string | null | undefined): string | null {
  try {
    return sealed ? vault.open(sealed) : null;
  } catch {
    return null;
  }
}

/** The credentials to be stored. Only the sandbox needs none. `replaced`: a secret is another one than before. */
function readSecrets(
  body: PanelFiscal,
  known: FiscalSettingsRow | null,
  { country, vault, now }: { readonly country: Country; readonly vault: FiscalVault | null; readonly now: Instant },
): Result<{ readonly secrets: Secrets; readonly replaced: boolean }> {
  const { environment, certificate, csc_id } = body;
  if (certificate === null) {
    if (environment !== 'sandbox') return invalidField('certificate', 'required');
    return ok({ secrets: { certificate: null, private_key: null, csc_id: null, csc: null }, replaced: false });
  }
  // Without FISCAL_SECRET this server keeps no credentials.
  if (vault === null) return invalidField('environment');
  const [knownKey, knownCsc] = [opened(vault, known?.private_key), opened(vault, known?.csc)];
  const key = body.private_key ?? knownKey;
  if (key === null) return invalidField('private_key', 'required');
  const pair = checkPair(certificate, key, now);
  if (!pair.ok) return pair;
  const csc = country === 'PY' ? (body.csc ?? knownCsc) : null;
  if (country === 'PY' && environment !== 'sandbox') {
    if (csc_id === null) return invalidField('csc_id', 'required');
    if (csc === null) return invalidField('csc', 'required');
  }
  const sealed = (secret: string | null, before: string | null, stored: string | null): string | null =>
    secret === null ? null : secret === before ? stored : vault.seal(secret);
  const secrets = {
    certificate,
    private_key: sealed(key, knownKey, known?.private_key ?? null),
    csc_id: country === 'PY' ? csc_id : null,
    csc: sealed(csc, knownCsc, known?.csc ?? null),
  };
  return ok({ secrets, replaced: key !== knownKey || csc !== knownCsc });
}

/** The database returns its keys in another order. */
const inOrder = (issuer: FiscalIssuer) => Object.entries(issuer).toSorted(([a], [b]) => a.localeCompare(b));

/** As the audit keeps it: nothing secret, and no certificate that a person could not compare. */
const shown = (
  { authority, environment, issuer, certificate, csc_id }: Omit<FiscalSettingsRow, 'store_id' | 'changed_at'>,
  secrets: 'kept' | 'replaced',
) => ({
  authority,
  environment,
  issuer: Object.fromEntries(inOrder(issuer)),
  certificate: certificate && new X509Certificate(certificate).fingerprint256,
  csc_id,
  secrets,
});

/**
 * Says who the store is for its tax authority, and with which credentials it asks. What the documents were asked for with
 * stays theirs; while one of them is not decided, the taxpayer, the environment and the credentials stay.
 */
export async function putFiscal(call: PanelCall, body: PanelFiscal, billing: Billing): Promise<Result<null>> {
  const { tx, storeId, country, at } = call;
  const authority = country === 'AR' ? 'ARCA' : 'SIFEN';
  if (billing.authorityOf(authority, body.environment) === null) return invalidField('environment');
  const issuer = readIssuer(country, body);
  if (!issuer.ok) return issuer;
  const known = await readFiscalSettings(tx, storeId);
  const read = readSecrets(body, known, { country, vault: billing.vault, now: at });
  if (!read.ok) return read;
  const { secrets, replaced } = read.value;
  const after = { authority, environment: body.environment, issuer: issuer.value, ...secrets } as const;

  const moves =
    known !== null &&
    (known.environment !== after.environment || known.issuer.taxId !== after.issuer.taxId || replaced);
  const undecided = and(eq(fiscalDocuments.store_id, storeId), ne(fiscalDocuments.work, 'none'));
  if (moves && (await tx.$count(fiscalDocuments, undecided)) > 0) return invalidField('issuer');

  const before = known && shown(known, 'kept');
  const told = shown(after, replaced ? 'replaced' : 'kept');
  if (!recordPanelChange(call, { entity: 'fiscal', id: storeId, before, after: told })) return ok(null);
  await tx
    .insert(fiscalSettings)
    .values({ store_id: storeId, ...after, changed_at: at })
    .onConflictDoUpdate({ target: fiscalSettings.store_id, set: { ...after, changed_at: at } });
  if (country === 'AR') await tellCondition(call, after.issuer.condition === 'registered' ? 1 : 2);
  return ok(null);
}

/** The classes of invoices that devices offer follow from the store's condition (I-09): they read the store again. */
async function tellCondition({ tx, storeId, at }: PanelCall, vat: 1 | 2): Promise<void> {
  await tx.update(stores).set({ vat_category: vat }).where(eq(stores.id, storeId));
  const [gateway] = await tx
    .select({ id: gateways.id })
    .from(gateways)
    .where(and(eq(gateways.store_id, storeId), eq(gateways.type, 'billing')));
  if (!gateway) return;
  const payload = { id: gateway.id, type: 'billing' };
  announceStore(pgFeeds(tx, storeId), { at, name: 'gateway-updated', id: gateway.id, payload });
}
