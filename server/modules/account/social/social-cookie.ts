import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isSecure } from '#server/http/context.ts';
import { attemptMs } from './social-store.ts';

const name = 'marche_social';
// Lax, because the browser returns from another site. The callback and the exchange both read the cookie.
const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'lax', path: '/api' };

type Answering = { readonly reply: FastifyReply; readonly deps: Pick<Deps, 'config'> };

const set = ({ reply, deps }: Answering, secret: string, maxAge: number): FastifyReply =>
  reply.setCookie(name, secret, { ...options, secure: isSecure(reply, deps.config), maxAge });

export const setSocialCookie = (answering: Answering, secret: string): FastifyReply =>
  set(answering, secret, attemptMs / 1000);

export const clearSocialCookie = (answering: Answering): FastifyReply => set(answering, '', 0);

/** null when the cookie is missing or malformed. */
export function readSocialCookie({ cookies }: FastifyRequest): string | null {
  const secret = cookies[name] ?? '';
  return /^[\w-]{20,100}$/.test(secret) ? secret : null;
}
