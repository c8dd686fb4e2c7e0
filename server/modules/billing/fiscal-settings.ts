import { createPrivateKey, X509Certificate } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { FiscalInput, WireFiscalSettings } from '#contract/fiscal-settings.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { fiscalEnvironments, type FiscalIssuer } from '#domain/fiscal-documents.ts';
import { isCuit, readRuc } from '#domain/invoices.ts';
import type { Country } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import type { Billing, FiscalVault } from '#server/billing/fiscal-authority.ts';
import { fiscalDocuments, fiscalSettings } from '#server/db/schema/billing.ts';
import { gateways, stores } from '#server/db/schema/stores.ts';
import type { Actor } from '#server/http/access-store.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { invalidField } from '#server/http/validation.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { readStoreRow } from '#server/modules/stores/stores-store.ts';
import { announceStore } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { type FiscalSettingsRow, readFiscalSettings } from './billed-payables.ts';

/** Who says it, and of which store. */
interface FiscalCall {
  readonly storeId: number;
  readonly country: Country;
  readonly actor: Actor | NamedActor;
  readonly at: Instant;
}

/** The issuer as its documents print it; a refusal names the field. */
function readIssuer(country: Country, { issuer }: FiscalInput): Result<FiscalIssuer> {
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
  body: FiscalInput,
  known: FiscalSettingsRow | null,
  { country, vault, now }: { readonly country: Country; readonly vault: FiscalVault | null; readonly now: Instant },
): Result<{ readonly secrets: Secrets; readonly replaced: boolean }> {
  const { environment, csc_id } = body;
  const certificate = body.certificate === undefined ? (known?.certificate ?? null) : body.certificate;
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

const authorityIn = (country: Country) => (country === 'AR' ? 'ARCA' : 'SIFEN');

/** Saves the settings as a person of the store sends them, and tells them as they are then. */
export async function saveFiscal(
  tx: Tx,
  call: Omit<FiscalCall, 'country'>,
  body: FiscalInput,
  billing: Billing,
): Promise<Result<WireFiscalSettings>> {
  const { storeId } = call;
  const [store] = await tx
    .select({ country: stores.country })
    .from(stores)
    .where(eq(stores.id, storeId))
    .for('no key update');
  if (!store) return fail('not_found');
  const { country } = store;
  const saved = await putFiscal(tx, { ...call, country }, body, billing);
  return saved.ok ? ok(await tellFiscal(tx, { storeId, country }, billing)) : saved;
}

/** The settings of a store, for a person with the right. */
export const readFiscal = async (tx: Tx, storeId: number, billing: Billing): Promise<WireFiscalSettings> =>
  tellFiscal(tx, { storeId, country: (await readStoreRow(tx, storeId)).country }, billing);

/** What a person with the right sees of the settings: everything but the secrets. */
async function tellFiscal(
  tx: Tx,
  { storeId, country }: Pick<FiscalCall, 'storeId' | 'country'>,
  billing: Billing,
): Promise<WireFiscalSettings> {
  const row = await readFiscalSettings(tx, storeId);
  const read = row?.certificate ? new X509Certificate(row.certificate) : null;
  return {
    environments: fiscalEnvironments.filter((one) => billing.authorityOf(authorityIn(country), one) !== null),
    environment: row?.environment ?? null,
    issuer: row && writeIssuer(row.issuer),
    certificate: read && {
      subject: read.subject.replaceAll('\n', ', '),
      expires_at: new Date(read.validTo).toISOString(),
    },
    csc_id: row?.csc_id ?? null,
    csc: row?.csc != null,
    keeps_credentials: billing.vault !== null,
  };
}

const writeIssuer = ({ taxId, grossIncome, startedOn, ...same }: FiscalIssuer): FiscalInput['issuer'] => ({
  ...same,
  tax_id: taxId,
  gross_income: grossIncome,
  started_on: startedOn,
});

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
export async function putFiscal(tx: Tx, call: FiscalCall, body: FiscalInput, billing: Billing): Promise<Result<null>> {
  const { storeId, country, actor, at } = call;
  const authority = authorityIn(country);
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
  if (JSON.stringify(before) === JSON.stringify(told)) return ok(null);
  const action = before === null ? 'fiscal.create' : 'fiscal.change';
  const what = { action, entity: 'fiscal', entityId: storeId, before, after: told, command: null, at };
  appendAudit(tx, { storeId, actor, ...what });
  await tx
    .insert(fiscalSettings)
    .values({ store_id: storeId, ...after, changed_at: at })
    .onConflictDoUpdate({ target: fiscalSettings.store_id, set: { ...after, changed_at: at } });
  if (country === 'AR') await tellCondition(tx, call, after.issuer.condition === 'registered' ? 1 : 2);
  return ok(null);
}

/** The classes of invoices that devices offer follow from the store's condition (I-09): they read the store again. */
async function tellCondition(tx: Tx, { storeId, at }: FiscalCall, vat: 1 | 2): Promise<void> {
  await tx.update(stores).set({ vat_category: vat }).where(eq(stores.id, storeId));
  const [gateway] = await tx
    .select({ id: gateways.id })
    .from(gateways)
    .where(and(eq(gateways.store_id, storeId), eq(gateways.type, 'billing')));
  if (!gateway) return;
  const payload = { id: gateway.id, type: 'billing' };
  announceStore(pgFeeds(tx, storeId), { at, name: 'gateway-updated', id: gateway.id, payload });
}
