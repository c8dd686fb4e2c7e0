import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure, type RequestContext } from '#server/http/context.ts';
import { refreshTokenSeconds } from './sessions-store.ts';

const name = 'marche_refresh';
// The path restricts the cookie to the calls that use it.
const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', path: '/api/tokens' };

type Answering = Pick<RequestContext, 'reply' | 'deps'>;

const set = ({ reply, deps }: Answering, token: string, maxAge: number): FastifyReply =>
  reply.setCookie(name, token, { ...options, secure: isSecure(reply, deps.config), maxAge });

export const setRefreshCookie = (answering: Answering, token: string): FastifyReply =>
  set(answering, token, refreshTokenSeconds);

export const clearRefreshCookie = (answering: Answering): FastifyReply => set(answering, '', 0);

/** null when the cookie is missing or empty. */
export const readRefreshCookie = ({ cookies }: FastifyRequest): string | null => cookies[name] || null;
