import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { contract } from '#contract/contract.ts';
import { docsPage, docsScript, docsStyle } from './api-docs-page.ts';

const about =
  'Pedidos de mostrador, mesa y envío. Todo cambio lleva Idempotency-Key (un UUID); el de un pedido, además, ' +
  'If-Match: "<status_rev>" o X-After: <id de la orden anterior>.';

/**
 * Serves /api/openapi.json and a page that shows it. Neither loads anything from another origin, so both work offline
 * and under the CSP.
 */
export async function mountApiDocs(app: FastifyInstance, version: string): Promise<void> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const spec = await generator.generate(contract, {
    info: { title: 'Marche', version, description: about },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  });
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(JSON.stringify(spec)));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage));
  app.get('/api/docs/page.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript));
  app.get('/api/docs/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle));
}
