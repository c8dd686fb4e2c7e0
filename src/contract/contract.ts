import * as z from 'zod/mini';
import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { billingContract } from './billing.ts';
import { cashboxContract } from './cashbox.ts';
import { catalogsContract } from './catalog.ts';
import { deviceChecksContract } from './device-checks.ts';
import { geo } from './geo.ts';
import { groupsContract } from './groups.ts';
import { guestsContract } from './guest.ts';
import { kiosksContract } from './kiosk.ts';
import { ordering } from './ordering.ts';
import { ordersContract } from './orders.ts';
import { outboxesContract } from './outboxes.ts';
import { pastDaysContract } from './past-days.ts';
import { payoutsContract } from './payouts.ts';
import { pinsContract } from './pins.ts';
import { printingContract } from './printing.ts';
import { saleReviewsContract } from './sale-reviews.ts';
import { procedure } from './procedure.ts';
import { storefrontContract } from './storefront.ts';
import { storesContract } from './stores.ts';
import { ticketsContract } from './tickets.ts';

/** The whole API: routes, rights, schemas. The browser ships only its minified form (paths, methods). */
export const contract = {
  account,
  stores: storesContract,
  storefront: storefrontContract,
  catalogs: catalogsContract,
  orders: ordersContract,
  groups: groupsContract,
  guests: guestsContract,
  ordering,
  geo,
  kiosks: kiosksContract,
  alerts,
  tickets: ticketsContract,
  payouts: payoutsContract,
  saleReviews: saleReviewsContract,
  cashbox: cashboxContract,
  pins: pinsContract,
  outboxes: outboxesContract,
  deviceChecks: deviceChecksContract,
  pastDays: pastDaysContract,
  printing: printingContract,
  billing: billingContract,
  /**
   * The configuration that a browser needs before it connects (cluster and host null: this server's own real-time
   * endpoint).
   */
  config: procedure('public', 'GET', '/config', 'Configuration for the browser').output(
    z.object({
      version: z.string(),
      realtime: z.object({ key: z.string(), cluster: z.nullable(z.string()), host: z.nullable(z.string()) }),
      maps: z.object({ key: z.nullable(z.string()) }),
      /** The page that explains the plans (H-12); null if there is none. */
      plans_url: z.nullable(z.string()),
      /** What a code's QR begins with (N-29); null: /c/ of the origin that the browser uses. */
      code_base_url: z.nullable(z.string()),
      /** The provider that charges people online, as gateways name it; null: this server charges nothing online. */
      payments: z.nullable(z.object({ service: z.string(), sandbox: z.boolean() })),
      /** Pusher Beams; null: this server sends no pushes. `endpoint` null: Pusher's own. */
      push: z.nullable(z.object({ instance_id: z.string(), endpoint: z.nullable(z.string()) })),
    }),
  ),
  health: procedure('public', 'GET', '/health', 'Is the server well?').output(
    z.object({ ok: z.boolean(), version: z.string() }),
  ),
};

export type Contract = typeof contract;
