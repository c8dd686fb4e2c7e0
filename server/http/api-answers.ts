import compress from '@fastify/compress';
import etag from '@fastify/etag';
import { isContractProcedure } from '@orpc/contract';
import type { FastifyInstance } from 'fastify';
import { contract } from '#contract/contract.ts';
import type { ProcedureMeta } from '#contract/procedure.ts';

/** Compressing smaller answers saves nothing. */
const compressFromBytes = 2_048;

/**
 * Compresses the answers of this scope. It never decompresses a request, which could be a decompression bomb
 * (docs/threats.md T15).
 */
export async function mountCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    // 20,000 products: 885 kB instead of 1,051 kB with gzip's fastest level; level 6 takes 747 kB and as long.
    zlibOptions: { level: 1 },
  });
}

/** Sets `no-store` on every answer under /api whose route sets no cache header. */
export function mountCacheHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/** Adds ETags to the answers of this scope. */
export async function mountEtags(scope: FastifyInstance, cache: NonNullable<ProcedureMeta['cache']>): Promise<void> {
  await scope.register(etag, { algorithm: 'sha256' });
  scope.addHook('onSend', (_request, reply, payload, done) => {
    const found = reply.statusCode === 200 || reply.statusCode === 304;
    // The plugin ignores the status; a refusal carries no ETag.
    if (!found) reply.removeHeader('etag');
    else reply.header('vary', 'authorization');
    if (found && cache === 'revalidate') reply.header('cache-control', 'private, no-cache');
    if (reply.statusCode === 304) reply.removeHeader('content-type');
    done(null, payload);
  });
}

/** The contract's paths with this cache rule, in Fastify's notation. */
export function cachedPaths(cache: NonNullable<ProcedureMeta['cache']>, router: unknown = contract): string[] {
  if (typeof router !== 'object' || router === null) return [];
  if (!isContractProcedure(router)) return Object.values(router).flatMap((inner) => cachedPaths(cache, inner));
  const { meta, route } = router['~orpc'];
  return Reflect.get(meta, 'cache') === cache ? [`/api${(route.path ?? '').replace(/\{(\w+)\}/g, ':$1')}`] : [];
}
