import * as z from 'zod/mini';
import { fiscalEnvironments, issuerConditions } from '#domain/fiscal-documents.ts';
import { descriptionMaxChars, fiscalPemMaxChars } from '#domain/limits.ts';
import { date, pathId, requiredText, text, timestamp } from './fields.ts';

const name = requiredText(descriptionMaxChars);
const nullable = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null);
const pem = text(fiscalPemMaxChars);
const pointNumber = (max: number) => z.int().check(z.gte(1), z.lte(max));

const issuer = z.object({
  name,
  /** CUIT or RUC. */
  tax_id: requiredText(20),
  address: name,
  condition: z.enum(issuerConditions),
  /** Punto de venta, or punto de expedición. */
  point: pointNumber(99_998),
  /** Paraguay. */
  establishment: z._default(pointNumber(999), 1),
  /** Inscription in Ingresos Brutos. */
  gross_income: nullable(requiredText(30)),
  /** Beginning of activities, or of the timbrado. */
  started_on: date,
  timbrado: nullable(z.string().check(z.regex(/^\d{8}$/))),
  activity: nullable(name),
});

const settings = z.object({
  environment: z.enum(fiscalEnvironments),
  issuer,
  /** PEM; absent: the store's; null: none, which only the sandbox takes. */
  certificate: z.optional(z.nullable(pem)),
  private_key: z.optional(pem),
  /** Paraguay: what the QR is signed with. */
  csc_id: nullable(requiredText(10)),
  csc: z.optional(requiredText(64)),
});

/**
 * Who a store is for its tax authority, and with which credentials it asks (docs/decisions/039). `private_key` and `csc`,
 * PEM and text, are kept encrypted and are never told; absent: those that the store has.
 */
export interface FiscalInput extends z.output<typeof settings> {}
export const fiscalInput: z.ZodMiniType<FiscalInput> = settings;

const form = z.extend(settings, { store_id: pathId });
export interface FiscalForm extends z.output<typeof form> {}
export const fiscalForm: z.ZodMiniType<FiscalForm> = form;

const known = z.object({
  /** What this server offers for the store's authority. */
  environments: z.array(z.enum(fiscalEnvironments)),
  /** null: the store has no settings yet. */
  environment: z.nullable(z.enum(fiscalEnvironments)),
  issuer: z.nullable(issuer),
  certificate: z.nullable(z.object({ subject: z.string(), expires_at: timestamp })),
  csc_id: z.nullable(z.string()),
  /** Whether a CSC is kept. */
  csc: z.boolean(),
  /** Whether this server can keep credentials. */
  keeps_credentials: z.boolean(),
});
export interface WireFiscalSettings extends z.infer<typeof known> {}
/** The settings as they are told: without secrets. */
export const toldFiscalSettings: z.ZodMiniType<WireFiscalSettings> = known;
