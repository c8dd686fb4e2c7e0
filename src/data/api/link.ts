import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { CallContext } from '#commands/api.ts';
import { minifiedContract } from '#contract/contract.gen.ts';
import { errorMessages } from '#contract/errors.ts';
import { isObject } from '#domain/unknown.ts';
import { countRequest } from '#platform/idle.ts';
import { ApiFailure, classOf, failureOf, noAnswer } from '#sync/failure.ts';
import { actingIn } from '#data/session/acting.ts';
import { accessToken, renewAccessToken } from './tokens.ts';

const readTimeoutMs = 10_000;
const writeTimeoutMs = 15_000;

/** The request headers of a call. The simulator sends the same ones. */
export function headersOf(context: CallContext): Record<string, string> {
  const headers: Record<string, string> = {};
  if (context.idempotencyKey !== undefined) headers['idempotency-key'] = context.idempotencyKey;
  if (context.ifMatch !== undefined) headers['if-match'] = `"${context.ifMatch}"`;
  if (context.after !== undefined) headers['x-after'] = context.after;
  if (context.settleOnly === true) headers['x-settle-only'] = '1';
  if (context.takenOffline === true) headers['x-taken-offline'] = '1';
  if (context.deviceId !== undefined) headers['x-device'] = context.deviceId;
  if (context.acting) headers['x-acting'] = context.acting;
  if (context.authorised) headers['x-authorised'] = context.authorised;
  if (context.guest !== undefined) headers['x-guest'] = context.guest;
  if (context.seq !== undefined) headers['x-seq'] = String(context.seq);
  return headers;
}

/** Calls that the server may answer with 307 and no Location: with any other mode the browser hides that answer (D-05). */
const mayRedirect = new Set(['cashbox.get', 'cashbox.open']);

/** Calls that go on when the page is closed: what a person has just switched is saved a moment later (T-07). */
const outlivesPage = new Set(['stores.saveStatus']);

function send(request: Request, redirect: RequestRedirect, keepalive: boolean): Promise<Response> {
  const limit = AbortSignal.timeout(request.method === 'GET' ? readTimeoutMs : writeTimeoutMs);
  return fetch(request, { signal: AbortSignal.any([request.signal, limit]), redirect, keepalive });
}

/** Throws an ApiFailure unless the answer is usable. */
async function attempt(request: Request, generation: number, path: string): Promise<Response> {
  const redirect = mayRedirect.has(path) ? 'follow' : 'manual';
  const response = await countRequest(send(request, redirect, outlivesPage.has(path))).catch(() => {
    throw noAnswer(generation);
  });
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.includes('application/json');
  const body: unknown = isJson && !response.ok ? await response.json().catch(() => null) : null;
  const failure = failureOf(
    {
      status: response.type === 'opaqueredirect' ? 0 : response.status,
      // The certificate and the signatures of prints are plain text; a captive portal's page is HTML.
      isJson: isJson || type.startsWith('text/plain'),
      body,
      retryAfter: response.headers.get('retry-after'),
    },
    errorMessages(body).messages.join('\n'),
    generation,
  );
  if (failure) throw failure;
  return response;
}

const open = new Set([
  ...['signUp', 'signIn', 'socialSignIn', 'signInByCode', 'refresh', 'ways', 'requestCode', 'codeStatus'].map(
    (name) => `account.${name}`,
  ),
  // A guest at a table has no account; what the staff asks about guests goes with the session's token.
  ...['places', 'table', 'begin', 'state', 'ask', 'withdraw'].map((name) => `guests.${name}`),
  'health',
  'config',
]);

/**
 * sends the access token when there is a session. On a 401 it renews the token once and retries; a second 401 is
 * thrown (N-18).
 */
async function authorizedFetch(request: Request, path: string): Promise<Response> {
  if (open.has(path)) return attempt(request, 0, path);
  const token = await accessToken();
  const first = request.clone();
  if (token) first.headers.set('authorization', `Bearer ${token.value}`);
  try {
    return await attempt(first, token?.generation ?? 0, path);
  } catch (error) {
    if (!token || !(error instanceof ApiFailure) || classOf(error) !== 'auth') throw error;
    const renewed = await renewAccessToken(token.generation);
    const again = request.clone();
    again.headers.set('authorization', `Bearer ${renewed.value}`);
    return attempt(again, renewed.generation, path);
  }
}

/** The grant of the person who holds the device in the store of a call. */
const grantOf = (input: unknown): string | null =>
  isObject(input) ? (actingIn(input['store_id'])?.grant ?? null) : null;

/** Sends the calls of a part of the contract. */
export const linkOf = (router: AnyContractRouter) =>
  new OpenAPILink<CallContext>(router, {
    url: () => `${location.origin}/api`,
    headers: ({ context }, _path, input) => headersOf({ acting: grantOf(input), ...context }),
    fetch: (request, _init, _options, path) => authorizedFetch(request, path.join('.')),
  });

export const apiLink = linkOf(minifiedContract);
