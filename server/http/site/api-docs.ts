import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { contract } from '#contract/contract.ts';
import type { Deps } from '#server/deps.ts';
import { addressLimit } from '#server/http/plain-routes.ts';
import { docsPage, docsScript, docsStyle } from './api-docs-page.ts';

const about =
  'Pedidos de mostrador, mesa y envío. Todo cambio lleva Idempotency-Key (un UUID); el de un pedido, además, ' +
  'If-Match: "<status_rev>" o X-After: <id de la orden anterior>.';

/**
 * Serves /api/openapi.json and a page that shows it. Neither loads anything from another origin, so both work offline
 * and under the CSP. An address may ask for them as often as for the calls of the API that need no token.
 */
export async function mountApiDocs(app: FastifyInstance, deps: Pick<Deps, 'clock' | 'config'>): Promise<void> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const spec = await generator.generate(contract, {
    info: { title: 'Marche', version: deps.config.version, description: about },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  });
  const limited = addressLimit(deps);
  const files = [
    ['openapi.json', 'application/json', JSON.stringify(spec)],
    ['docs', 'text/html; charset=utf-8', docsPage],
    ['docs/page.js', 'text/javascript; charset=utf-8', docsScript],
    ['docs/page.css', 'text/css; charset=utf-8', docsStyle],
  ] as const;
  for (const [name, type, text] of files)
    app.get(`/api/${name}`, (request, reply) => (limited(request, reply) ? reply : reply.type(type).send(text)));
}
