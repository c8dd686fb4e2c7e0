import path from 'node:path';
import { otpChars } from '#domain/limits.ts';
import { defaultDataDir } from '#server/db/embedded.ts';
import { type AccessSettings, accessSettingsOf } from './access-settings.ts';
import type { BeamsSettings } from './push/beams.ts';
import { repositoryRoot } from './root.ts';

export interface PusherSettings {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  readonly cluster: string;
}

export const logLevels = ['error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Environment {
  readonly host: string;
  readonly port: number;
  /** null = the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Folder of the built client. */
  readonly clientFolder: string;
  readonly publicOrigin: string | null;
  readonly pusher: PusherSettings | null;
  /** Push notifications; null = the sandbox, which only logs them. */
  readonly beams: BeamsSettings | null;
  /** Google's key for the browser; null = the demo town of /geo. */
  readonly mapsKey: string | null;
  /** Page that explains the plans (H-12); null = no such page. */
  readonly plansUrl: string | null;
  /** What the QR of a code begins with (N-29), with a slash at its end; null = /c/ of the origin that is used. */
  readonly codeBaseUrl: string | null;
  /** Secret that authenticates the support desk's calls; null = those routes are not mounted. */
  readonly supportDeskKey: string | null;
  /** Secret that authenticates the partner panel's calls; null = those routes are not mounted. */
  readonly partnerPanelKey: string | null;
  /** Mail, SMS and social logins. */
  readonly access: AccessSettings;
  /** Offers the payment sandbox, without an account of Mercado Pago: in development, or when it is asked for. */
  readonly paymentSandbox: boolean;
  /** Encrypts the credentials of tax authorities; null: only the sandbox can be asked. */
  readonly fiscalSecret: string | null;
  /** Offers the sandbox of the tax authorities: in development, or when it is asked for. */
  readonly billingSandbox: boolean;
  /** Digits of a one-time code. */
  readonly otpLength: number;
  /** NODE_ENV is not 'production'. Then a page shows the undelivered messages. */
  readonly development: boolean;
  readonly logLevel: LogLevel;
  readonly signInPerMinute: number | null;
  readonly requestsPerMinute: number | null;
  readonly promocodesPerMinute: number | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads and checks the environment. Reports all wrong values at once. */
export function readEnvironment(
  variables: Variables,
): { ok: true; value: Environment } | { ok: false; problems: string[] } {
  const problems: string[] = [];
  const get = (name: string): string | null => variables[name]?.trim() || null;
  const wrong = (name: string, expected: string): null => {
    problems.push(`${name}=${variables[name] ?? ''}: se esperaba ${expected}`);
    return null;
  };
  const integer = (name: string, min: number, max: number): number | null => {
    const text = get(name);
    if (text === null) return null;
    const value = Number(text);
    return Number.isInteger(value) && value >= min && value <= max
      ? value
      : wrong(name, `un número entero de ${min} a ${max}`);
  };
  const secretOf = (name: string): string | null => {
    const secret = get(name);
    // The problem does not repeat the value: it is a secret.
    if (secret !== null && !/^[\x21-\x7e]{32,200}$/.test(secret))
      problems.push(`${name}: se esperaba un secreto de al menos 32 caracteres, sin espacios`);
    return secret;
  };

  const port = integer('PORT', 0, 65_535) ?? 4173;
  const databaseUrl = get('DATABASE_URL');
  if (databaseUrl !== null && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    // The problem does not repeat the value: it may hold a password.
    problems.push('DATABASE_URL: se esperaba una dirección que empiece con postgres://');
  }
  const origin = get('PUBLIC_ORIGIN');
  const publicOrigin =
    origin === null ? null : (originOf(origin) ?? wrong('PUBLIC_ORIGIN', 'un origen como https://pedidos.ejemplo.com'));
  const levelText = get('LOG_LEVEL') ?? 'info';
  const logLevel = logLevels.find((l) => l === levelText) ?? wrong('LOG_LEVEL', logLevels.join(', '));
  const mapsKey = get('GOOGLE_MAPS_KEY');
  // The problem does not repeat the value: it is a key.
  if (mapsKey !== null && !/^[\w-]{20,100}$/.test(mapsKey))
    problems.push('GOOGLE_MAPS_KEY: se esperaba una clave de Google Maps');
  const supportDeskKey = secretOf('SUPPORT_DESK_KEY');
  const partnerPanelKey = secretOf('PARTNER_PANEL_KEY');
  const fiscalSecret = secretOf('FISCAL_SECRET');
  const plans = get('PLANS_URL');
  const plansUrl =
    plans === null || (URL.canParse(plans) && /^https?:/.test(plans))
      ? plans
      : wrong('PLANS_URL', 'una dirección como https://ejemplo.com/planes');
  const codeBase = get('CODE_BASE_URL');
  const codeBaseUrl =
    codeBase === null
      ? publicOrigin && `${publicOrigin}/c/`
      : (baseOf(codeBase) ?? wrong('CODE_BASE_URL', 'una dirección como https://ejemplo.com/c/'));
  const pusher = pusherOf(get, problems);
  const value: Environment = {
    host: get('HOST') ?? '127.0.0.1',
    port,
    databaseUrl,
    dataDir: path.resolve(get('MARCHE_DATA') ?? defaultDataDir(repositoryRoot)),
    clientFolder: path.resolve(get('CLIENT_FOLDER') ?? path.join(repositoryRoot, 'dist/client')),
    publicOrigin,
    pusher,
    beams: beamsOf(get, problems),
    mapsKey,
    plansUrl,
    codeBaseUrl,
    supportDeskKey,
    partnerPanelKey,
    access: accessSettingsOf(get, problems),
    otpLength: integer('OTP_LENGTH', otpChars, 8) ?? otpChars,
    paymentSandbox: get('PAYMENTS_SANDBOX') === '1' || get('NODE_ENV') !== 'production',
    fiscalSecret,
    billingSandbox: get('BILLING_SANDBOX') === '1' || get('NODE_ENV') !== 'production',
    development: get('NODE_ENV') !== 'production',
    logLevel: logLevel ?? 'info',
    signInPerMinute: integer('SIGN_IN_PER_MINUTE', 1, 1_000_000),
    requestsPerMinute: integer('REQUESTS_PER_MINUTE', 1, 10_000_000),
    promocodesPerMinute: integer('PROMOCODES_PER_MINUTE', 1, 1_000_000),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.pathname === '/' ? url.origin : null;
}

/** The address with a slash at its end; null if a code cannot be appended to it. */
function baseOf(text: string): string | null {
  if (!/^https?:\/\/[^?#]+$/.test(text) || !URL.canParse(text)) return null;
  return text.endsWith('/') ? text : `${text}/`;
}

function pusherOf(get: (name: string) => string | null, problems: string[]): PusherSettings | null {
  const appId = get('PUSHER_APP_ID');
  const key = get('PUSHER_KEY');
  const secret = get('PUSHER_SECRET');
  const cluster = get('PUSHER_CLUSTER');
  if (appId && key && secret && cluster) return { appId, key, secret, cluster };
  if (appId || key || secret || cluster)
    problems.push('PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET y PUSHER_CLUSTER van juntas: falta alguna');
  return null;
}

function beamsOf(get: (name: string) => string | null, problems: string[]): BeamsSettings | null {
  const instanceId = get('BEAMS_INSTANCE_ID');
  const secretKey = get('BEAMS_SECRET_KEY');
  const address = get('BEAMS_ENDPOINT');
  const endpoint = address === null ? null : originOf(address);
  if (address !== null && endpoint === null)
    problems.push('BEAMS_ENDPOINT: se esperaba un origen como https://beams.ejemplo.com');
  // The value becomes part of a host name and of the content security policy.
  if (instanceId !== null && !/^[\w-]{1,64}$/.test(instanceId))
    problems.push('BEAMS_INSTANCE_ID: se esperaba el identificador de una instancia de Pusher Beams');
  if (instanceId && secretKey) return { instanceId, secretKey, endpoint };
  if (instanceId || secretKey) problems.push('BEAMS_INSTANCE_ID y BEAMS_SECRET_KEY van juntas: falta alguna');
  return null;
}
