import compress from '@fastify/compress';
import etag from '@fastify/etag';
import { isContractProcedure } from '@orpc/contract';
import type { FastifyInstance } from 'fastify';
import { contract } from '#contract/contract.ts';
import type { ProcedureMeta } from '#contract/procedure.ts';

/** Smaller answers gain nothing. */
const compressFromBytes = 2_048;

/** Compression of what is registered in this scope. A request is never unpacked: it may be a bomb (docs/threats.md T15). */
export async function mountCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    // 20,000 products: 885 kB instead of 1,051 kB with gzip's fastest level; level 6 takes 747 kB and as long.
    zlibOptions: { level: 1 },
  });
}

/** Nothing under /api is kept, unless its route says otherwise. */
export function mountCacheHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/** ETags of what is registered in this scope. */
export async function mountEtags(scope: FastifyInstance, cache: NonNullable<ProcedureMeta['cache']>): Promise<void> {
  await scope.register(etag, { algorithm: 'sha256' });
  scope.addHook('onSend', (_request, reply, payload, done) => {
    const found = reply.statusCode === 200 || reply.statusCode === 304;
    // The plugin does not look at the status: a refusal has no tag.
    if (!found) reply.removeHeader('etag');
    else reply.header('vary', 'authorization');
    if (found && cache === 'revalidate') reply.header('cache-control', 'private, no-cache');
    if (reply.statusCode === 304) reply.removeHeader('content-type');
    done(null, payload);
  });
}

/** The paths of the contract whose answers are cached so, as Fastify writes them. */
export function cachedPaths(cache: NonNullable<ProcedureMeta['cache']>, router: unknown = contract): string[] {
  if (typeof router !== 'object' || router === null) return [];
  if (!isContractProcedure(router)) return Object.values(router).flatMap((inner) => cachedPaths(cache, inner));
  const { meta, route } = router['~orpc'];
  return Reflect.get(meta, 'cache') === cache ? [`/api${(route.path ?? '').replace(/\{(\w+)\}/g, ':$1')}`] : [];
}
