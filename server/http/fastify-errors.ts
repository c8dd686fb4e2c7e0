import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#domain/errors.ts';
import type { Log } from '#server/deps.ts';
import { errorBody, statusOf, unexpectedRefusal } from './errors.ts';

/** Larger bodies are refused before they are read (docs/threats.md T15). */
export const bodyLimitBytes = 256 * 1024;

const codeOf = (error: FastifyError): Failure['code'] => {
  if (error.statusCode === 413) return 'payload_too_large';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'bad_request' : 'internal';
};

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error;

/** Gives Fastify's own refusals the common error body (N-17). */
export function mountErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const code = isFastifyError(error) ? codeOf(error) : 'internal';
    if (code !== 'internal') return reply.status(statusOf({ code })).send(errorBody({ code }));
    log.error(`${request.method} ${request.routeOptions.url ?? '?'} failed`, error);
    const { status, data, headers } = unexpectedRefusal(error);
    return reply.status(status).headers(headers).send(data);
  });
}

const texts = new WeakMap<FastifyRequest, string>();

/** The body of a request as it was sent; '' without one. */
export const bodyText = (request: FastifyRequest): string => texts.get(request) ?? '';

/** Accepts JSON bodies only. An empty body with a JSON header counts as no body. */
export function mountJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    texts.set(request, String(body));
    if (body === '') done(null, null);
    else void parse(request, String(body), done);
  });
}
