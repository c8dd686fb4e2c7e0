import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { mountApi } from './api.ts';
import { mountCacheHeaders, mountCompression } from './http/api-answers.ts';
import { mountApiDocs } from './http/site/api-docs.ts';
import { mountClientFiles } from './http/site/client-files.ts';
import { errorBody } from './http/errors.ts';
import { bodyLimitBytes, mountErrors, mountJsonBodies } from './http/fastify-errors.ts';
import { mountDevOutbox } from './messages/outbox-page.ts';
import { mountSocialLogin } from './modules/account/social/social-routes.ts';
import { mountShippingWebhook } from './modules/alerts/shipping-webhook.ts';
import { createCharging } from './modules/payments/charging.ts';
import { mountDevPayments } from './modules/payments/dev-payments.ts';
import { mountPaymentWebhook } from './modules/payments/payment-webhook.ts';
import { mountPartnerPanel } from './modules/panel/panel-routes.ts';
import { mountSupportDesk } from './modules/tickets/support-desk.ts';
import { mountSecurityHeaders } from './http/site/security-headers.ts';
import { startBroadcasting } from './realtime/broadcasting.ts';

/**
 * Builds the whole server without listening; tests call it in memory with `inject`. Realtime starts when the app is
 * ready and ends with `close`. The caller closes the database.
 */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    // Trust X-Forwarded-For from a proxy on this machine only.
    trustProxy: deps.config.publicOrigin === null ? false : 'loopback',
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    // Fastify answers an undecodable path here, before the error handler.
    frameworkErrors: (_error, _request, reply) => {
      reply.raw.writeHead(400, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
      reply.raw.end(JSON.stringify(errorBody({ code: 'bad_request' })));
    },
  });
  const charging = createCharging(deps);
  mountErrors(app, deps.log);
  mountJsonBodies(app);
  await mountSecurityHeaders(app, deps.config, deps.publish.client, deps.push.client, deps.payments);
  await app.register(cookie);
  mountCacheHeaders(app);
  // Compression is registered for the API only: the build compresses the client's files.
  await app.register(async (api) => {
    await mountCompression(api);
    await mountApiDocs(api, deps);
    mountDevOutbox(api, deps.messages.outbox);
    mountSocialLogin(api, deps);
    mountSupportDesk(api, deps);
    mountPartnerPanel(api, deps);
    mountShippingWebhook(api, deps);
    mountPaymentWebhook(api, deps, charging);
    mountDevPayments(api, deps);
    await mountApi(api, deps, charging);
  });
  deps.publish.mount(app);
  await mountClientFiles(app, deps);

  let broadcasting: { stop(): Promise<void> } | null = null;
  // Broadcasting starts before the first device can connect, so no announcement is missed.
  app.addHook('onReady', async () => {
    broadcasting = await startBroadcasting(deps);
  });
  app.addHook('preClose', async () => {
    await deps.publish.stop();
    await broadcasting?.stop();
    await charging.idle();
  });
  return app;
}
