import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

export interface AppKeys {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
}

/** Pusher's signature of a subscription; it covers channel_data if present. */
export const channelSignature = (
  { key, secret }: AppKeys,
  socketId: string,
  channel: string,
  channelData?: string,
): string =>
  `${key}:${hmac(secret, [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':'))}`;

export const isChannelSignature = (
  keys: AppKeys,
  auth: string,
  socketId: string,
  channel: string,
  channelData?: string,
): boolean => same(auth, channelSignature(keys, socketId, channel, channelData));

export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

const clockSkewSeconds = 600;

/** Why a call of Pusher's HTTP API is refused; null = its signature is valid. */
export function restRefusal(keys: AppKeys, { method, path, query, body }: SignedRequest, nowMs: number): string | null {
  const { auth_signature: signature = '', ...signed } = query;
  if (signed['auth_key'] !== keys.key) return 'Unknown auth_key';
  if (signed['auth_version'] !== '1.0') return 'Unsupported auth_version';
  const at = Number(signed['auth_timestamp']);
  if (!Number.isFinite(at) || Math.abs(nowMs / 1000 - at) > clockSkewSeconds) return 'Timestamp expired';
  const md5 = createHash('md5').update(body).digest('hex');
  if (body !== '' && signed['body_md5'] !== md5) return 'Invalid body_md5';
  const parameters = Object.entries(signed)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return same(signature, hmac(keys.secret, `${method}\n${path}\n${parameters}`)) ? null : 'Invalid signature';
}
