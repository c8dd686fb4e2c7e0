import { ValidationError } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { implement, ORPCError, type Router } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract } from '#contract/contract.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './modules/account/account-routes.ts';
import { createSignInGuard } from './modules/account/sign-in-guard.ts';
import { billingRoutes } from './modules/billing/billing-routes.ts';
import { alertsRoutes } from './modules/alerts/alerts-routes.ts';
import { cashboxRoutes } from './modules/cashbox/cashbox-routes.ts';
import { catalogRoutes } from './modules/catalog/catalog-routes.ts';
import { geoRoutes, placesOf } from './modules/geo/geo-routes.ts';
import { groupsRoutes } from './modules/groups/groups-routes.ts';
import { guestRoutes } from './modules/guests/guest-routes.ts';
import { guestRequestsRoutes } from './modules/guests/guest-requests-routes.ts';
import { kioskRoutes } from './modules/kiosk/kiosk-routes.ts';
import { orderingRoutes } from './modules/ordering/ordering-routes.ts';
import { ordersRoutes } from './modules/orders/orders-routes.ts';
import type { KeptFacts } from './modules/orders/store-facts.ts';
import { saleReviewsRoutes } from './modules/orders/reviews/reviews-routes.ts';
import type { Charging } from './modules/payments/charging.ts';
import { payingRoutes } from './modules/payments/paying-routes.ts';
import { refundRoutes } from './modules/payments/refunds.ts';
import { pinRoutes } from './modules/pins/pin-routes.ts';
import { deviceChecksRoutes } from './modules/device-checks/device-checks-routes.ts';
import { outboxesRoutes } from './modules/outboxes/outboxes-routes.ts';
import { pastDaysRoutes } from './modules/past-days/past-days-routes.ts';
import { payoutsRoutes } from './modules/payouts/payouts-routes.ts';
import { drawerRoutes } from './modules/printing/drawer-routes.ts';
import { printJobsRoutes } from './modules/printing/print-jobs-routes.ts';
import { printSlipsRoutes } from './modules/printing/slips-routes.ts';
import { printPointsRoutes } from './modules/printing/print-points-routes.ts';
import { profileRoutes } from './modules/profile/profile-routes.ts';
import { storefrontRoutes } from './modules/storefront/storefront-routes.ts';
import { storesRoutes } from './modules/stores/stores-routes.ts';
import { ticketsRoutes } from './modules/tickets/tickets-routes.ts';
import { cachedPaths, mountEtags } from './http/api-answers.ts';
import { atMost } from './passes.ts';
import { errorBody, Refusal, refusal, unexpectedRefusal } from './http/errors.ts';
import { createRateLimiter } from './http/rate-limits.ts';
import { checkAbilities, publicProcedures } from './http/recipe.ts';
import type { RequestContext } from './http/context.ts';
import { fieldErrors } from './http/validation.ts';

/** Builds the router of the whole API. Throws when a procedure lacks the guard that domain/permissions.ts asks for. */
export function buildRouter(deps: Deps, charging: Charging): Router<typeof contract, RequestContext> {
  const kept: KeptFacts = new Map();
  const paying = payingRoutes(deps);
  const refunds = refundRoutes(charging);
  const router = implement(contract)
    .$context<RequestContext>()
    .router({
      account: accountRoutes(createSignInGuard(deps.clock)),
      stores: { ...storesRoutes, ...profileRoutes },
      storefront: storefrontRoutes,
      catalogs: catalogRoutes,
      orders: { ...ordersRoutes(kept, charging), ...paying.orders, ...refunds.orders },
      groups: { ...groupsRoutes(kept, charging), ...paying.groups, ...refunds.groups },
      guests: { ...guestRoutes(kept), ...guestRequestsRoutes(kept, charging.service) },
      ordering: orderingRoutes,
      geo: geoRoutes(placesOf(deps.config)),
      alerts: alertsRoutes,
      kiosks: kioskRoutes,
      tickets: ticketsRoutes,
      payouts: payoutsRoutes,
      saleReviews: saleReviewsRoutes,
      cashbox: cashboxRoutes,
      pins: pinRoutes,
      outboxes: outboxesRoutes,
      deviceChecks: deviceChecksRoutes,
      pastDays: pastDaysRoutes,
      printing: { ...drawerRoutes, ...printPointsRoutes, ...printJobsRoutes, ...printSlipsRoutes },
      billing: billingRoutes,
      config: publicProcedures.config.handler(
        ({
          context: {
            deps: { publish, push, payments, config },
          },
        }) => ({
          version: config.version,
          realtime: { cluster: null, host: null, ...publish.client },
          maps: { key: config.mapsKey },
          plans_url: config.plansUrl,
          code_base_url: config.codeBaseUrl,
          payments: payments && { service: payments.service, sandbox: payments.sandbox },
          push: push.client,
        }),
      ),
      health: publicProcedures.health.handler(async ({ context }) => {
        await context.deps.db.direct.execute('select 1');
        return { ok: true, version: context.deps.config.version };
      }),
    });
  if (checkAbilities(router) === 0) throw new Error('the router is empty');
  return router;
}

/** Maps any thrown value to a refusal (N-17). An unexpected error is logged and answered without its details. */
function refusalOf(error: unknown, log: Deps['log'], what: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError)
    return refusal({ code: 'validation', fields: fieldErrors(error.cause.issues, error.cause.data) });
  const refused = unexpectedRefusal(error);
  if (refused.data.code === 'unavailable') log.warn(`${what} failed: the database is away`);
  else log.error(`${what} failed`, error);
  return refused;
}

/** Time limit for running requests at shutdown; the whole shutdown has 5 s. */
const endWithinMs = 2_000;

/** Mounts every procedure of the contract under /api. */
export async function mountApi(app: FastifyInstance, deps: Deps, charging: Charging): Promise<void> {
  const limiter = createRateLimiter();
  const handler = new OpenAPIHandler<RequestContext>(buildRouter(deps, charging), {
    clientInterceptors: [
      async (options) => {
        const { context, path } = options;
        try {
          return await options.next();
        } catch (error) {
          const refused = refusalOf(error, deps.log, path.join('.'));
          context.reply.headers(refused.headers);
          throw refused;
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) =>
      error instanceof Refusal ? error.data : errorBody({ code: error.status < 500 ? 'bad_request' : 'internal' }),
  });
  const running = new Set<Promise<unknown>>();
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const handled = handler.handle(request, reply, { prefix: '/api', context: { deps, limiter, request, reply } });
    running.add(handled);
    const { matched } = await handled.finally(() => running.delete(handled));
    if (!matched) await reply.status(404).send(errorBody({ code: 'not_found' }));
    return reply;
  };
  app.all('/api/*', serve);
  for (const cache of ['etag', 'revalidate'] as const)
    await app.register(async (scope) => {
      await mountEtags(scope, cache);
      for (const path of cachedPaths(cache)) scope.get(path, serve);
    });
  // Running requests finish before connections and database close; requests that hang are cut after `endWithinMs`.
  app.addHook('preClose', () => atMost(deps, endWithinMs, Promise.allSettled(running)));
}
