import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refreshTokenSeconds } from './sessions-store.ts';

const name = 'marche_refresh';
// The path restricts the cookie to the calls that use it.
const options: CookieSerializeOptions = { httpOnly: true, secure: true, sameSite: 'strict', path: '/api/tokens' };

export const setRefreshCookie = (reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(name, token, { ...options, maxAge: refreshTokenSeconds });

export const clearRefreshCookie = (reply: FastifyReply): FastifyReply =>
  reply.setCookie(name, '', { ...options, maxAge: 0 });

/** null when the cookie is missing or empty. */
export const readRefreshCookie = ({ cookies }: FastifyRequest): string | null => cookies[name] || null;
