import type { MercadoPagoSettings } from './payments/mercado-pago.ts';
import { type SigningPair, signingPairOf } from './modules/printing/signing-key.ts';
import type { ShippingSettings } from './shipping/port.ts';
import type { SmsSettings, SmtpSettings } from './messages/port.ts';

/** Credentials of this server at one login provider. */
export interface SocialClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin that replaces the provider's own; null = the provider's own. */
  readonly endpoint: string | null;
}

export interface AccessSettings {
  readonly smtp: SmtpSettings | null;
  readonly sms: SmsSettings | null;
  /** The shipping provider; null = the sandbox, which only logs. */
  readonly shipping: ShippingSettings | null;
  /** Charges people online; null = the sandbox in development or when it is asked for, else nothing. */
  readonly payments: MercadoPagoSettings | null;
  /** Signs calls of QZ Tray; null = a pair that this server makes once. */
  readonly printing: SigningPair | null;
  /** Login providers; null = the client hides that button. */
  readonly google: SocialClient | null;
  readonly facebook: SocialClient | null;
}

type Get = (name: string) => string | null;

const isAddress = (text: string, ...protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

/** Settings of mail, SMS, shipping, payments and social logins. Problems never repeat a value: most values hold a secret. */
export function accessSettingsOf(get: Get, problems: string[]): AccessSettings {
  return {
    smtp: smtpOf(get, problems),
    sms: smsOf(get, problems),
    shipping: shippingOf(get, problems),
    payments: paymentsOf(get, problems),
    printing: printingOf(get, problems),
    google: socialOf('GOOGLE', 'GOOGLE_ISSUER', get, problems),
    facebook: socialOf('FACEBOOK', 'FACEBOOK_ENDPOINT', get, problems),
  };
}

function smtpOf(get: Get, problems: string[]): SmtpSettings | null {
  const url = get('SMTP_URL');
  const from = get('MAIL_FROM');
  if (url !== null && !isAddress(url, 'smtp:', 'smtps:'))
    problems.push('SMTP_URL: se esperaba una dirección que empiece con smtp:// o smtps://');
  if (from !== null && !/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(from))
    problems.push('MAIL_FROM: se esperaba un correo como Marche <no-responder@ejemplo.com>');
  if (url && from) return { url, from };
  if (url || from) problems.push('SMTP_URL y MAIL_FROM van juntas: falta alguna');
  return null;
}

function smsOf(get: Get, problems: string[]): SmsSettings | null {
  const endpoint = get('SMS_ENDPOINT');
  const token = get('SMS_TOKEN');
  if (endpoint !== null && !isAddress(endpoint, 'https:', 'http:'))
    problems.push('SMS_ENDPOINT: se esperaba una dirección como https://sms.ejemplo.com/enviar');
  if (endpoint && token) return { endpoint, token };
  if (endpoint || token) problems.push('SMS_ENDPOINT y SMS_TOKEN van juntas: falta alguna');
  return null;
}

function shippingOf(get: Get, problems: string[]): ShippingSettings | null {
  const endpoint = get('SHIPPING_ENDPOINT');
  const secret = get('SHIPPING_SECRET');
  if (endpoint !== null && !isAddress(endpoint, 'https:', 'http:'))
    problems.push('SHIPPING_ENDPOINT: se esperaba una dirección como https://envios.ejemplo.com/pedidos');
  if (secret !== null && secret.length < 32)
    problems.push('SHIPPING_SECRET: se esperaba un secreto de al menos 32 caracteres');
  if (endpoint && secret) return { endpoint, secret };
  if (endpoint || secret) problems.push('SHIPPING_ENDPOINT y SHIPPING_SECRET van juntas: falta alguna');
  return null;
}

function paymentsOf(get: Get, problems: string[]): MercadoPagoSettings | null {
  const accessToken = get('MERCADO_PAGO_TOKEN');
  const pos = get('MERCADO_PAGO_POS');
  const webhookSecret = get('MERCADO_PAGO_WEBHOOK_SECRET');
  const endpoint = get('MERCADO_PAGO_ENDPOINT');
  if (endpoint !== null && !isAddress(endpoint, 'https:', 'http:'))
    problems.push('MERCADO_PAGO_ENDPOINT: se esperaba una dirección como https://api.mercadopago.com');
  if (pos !== null && !/^[\dA-Za-z]{1,40}$/.test(pos))
    problems.push('MERCADO_PAGO_POS: se esperaba el identificador externo de una caja, de letras y números');
  if (accessToken && pos) return { accessToken, pos, webhookSecret, endpoint };
  if (accessToken || pos) problems.push('MERCADO_PAGO_TOKEN y MERCADO_PAGO_POS van juntas: falta alguna');
  return null;
}

/** PEM in one line: a line break may be written as \\n. */
const pemOf = (text: string | null): string | null => text && text.replaceAll(String.raw`\n`, '\n');

function printingOf(get: Get, problems: string[]): SigningPair | null {
  const certificate = pemOf(get('QZ_CERTIFICATE'));
  const privateKey = pemOf(get('QZ_PRIVATE_KEY'));
  if (certificate && privateKey) {
    const pair = signingPairOf({ certificate, privateKey });
    if (!pair) problems.push('QZ_CERTIFICATE y QZ_PRIVATE_KEY: se esperaban un certificado y su clave RSA, en PEM');
    return pair;
  }
  if (certificate || privateKey) problems.push('QZ_CERTIFICATE y QZ_PRIVATE_KEY van juntas: falta alguna');
  return null;
}

function socialOf(name: 'GOOGLE' | 'FACEBOOK', address: string, get: Get, problems: string[]): SocialClient | null {
  const clientId = get(`${name}_CLIENT_ID`);
  const clientSecret = get(`${name}_CLIENT_SECRET`);
  const endpoint = get(address);
  if (endpoint !== null && !isAddress(endpoint, 'https:', 'http:'))
    problems.push(`${address}: se esperaba una dirección como https://ingreso.ejemplo.com`);
  if (clientId && clientSecret) return { clientId, clientSecret, endpoint };
  if (clientId || clientSecret) problems.push(`${name}_CLIENT_ID y ${name}_CLIENT_SECRET van juntas: falta alguna`);
  return null;
}
