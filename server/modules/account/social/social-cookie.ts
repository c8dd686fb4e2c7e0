import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attemptMs } from './social-store.ts';

const name = 'marche_social';
// Lax, because the browser returns from another site. The callback and the exchange both read the cookie.
const options: CookieSerializeOptions = { httpOnly: true, secure: true, sameSite: 'lax', path: '/api' };

export const setSocialCookie = (reply: FastifyReply, secret: string): FastifyReply =>
  reply.setCookie(name, secret, { ...options, maxAge: attemptMs / 1000 });

export const clearSocialCookie = (reply: FastifyReply): FastifyReply =>
  reply.setCookie(name, '', { ...options, maxAge: 0 });

/** null when the cookie is missing or malformed. */
export function readSocialCookie({ cookies }: FastifyRequest): string | null {
  const secret = cookies[name] ?? '';
  return /^[\w-]{20,100}$/.test(secret) ? secret : null;
}
