import { createHmac } from 'node:crypto';
import type { Instant } from '#domain/time.ts';

const livesSeconds = 24 * 60 * 60;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON Web Token (HS256) with issuer, subject and expiry; Beams accepts it as proof of the user. */
export function userToken(issuer: string, userId: number, secret: string, now: Instant): string {
  const seconds = Math.floor(now / 1000);
  const head = part({ alg: 'HS256', typ: 'JWT' });
  const claims = part({ iat: seconds, exp: seconds + livesSeconds, iss: issuer, sub: String(userId) });
  const signature = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  return `${head}.${claims}.${signature}`;
}
