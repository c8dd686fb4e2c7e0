import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer carries an ETag, and 304 answers a matching If-None-Match. */
    etagged: boolean;
    /** The browser may keep the answer and ask again whether it still holds. */
    revalidated: boolean;
  }
}

const compress = promisify(gzip);
/** Smaller answers gain nothing. */
const compressFromBytes = 2_048;

/** Cache headers, ETag and gzip of everything under /api (API §1). */
export function mountApiAnswers(app: FastifyInstance): void {
  app.decorateRequest('etagged', false);
  app.decorateRequest('revalidated', false);
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/') || typeof payload !== 'string') return payload;
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', request.revalidated ? 'private, no-cache' : 'no-store');
    if (request.etagged && reply.statusCode === 200) {
      const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
      reply.header('etag', etag);
      reply.header('vary', 'authorization, accept-encoding');
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length');
        return null;
      }
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    if (payload.length < compressFromBytes || !/\bgzip\b/.test(accepted)) return payload;
    reply.header('content-encoding', 'gzip');
    if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
    reply.removeHeader('content-length');
    return compress(payload, { level: 1 });
  });
}
