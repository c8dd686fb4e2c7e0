import * as z from 'zod/mini';
import {
  autoCloseAdditionsMinutes,
  delayMinimumMinutes,
  delayStepMinutes,
  guestUnits,
  storeDelayMaximumMinutes,
} from '#domain/limits.ts';
import { pauses } from '#domain/store.ts';
import { cashboxNotice } from './cashbox.ts';
import { catalog, discountRule } from './catalog.ts';
import {
  catalogType,
  country,
  date,
  hour,
  id,
  paymentMethod,
  pathId,
  plan,
  role,
  sequence,
  serviceType,
  staffRole,
  timestamp,
} from './fields.ts';
import { groupCard } from './groups.ts';
import { order } from './orders.ts';
import { payout } from './payouts.ts';
import { procedure } from './procedure.ts';
import { ticket } from './tickets.ts';

/** The wire uses the key `inmediate`; only contract/wire knows that spelling (D-10). */
export const storeStatus = z.object({
  open: z.boolean(),
  type: z.object({
    inmediate: z.object({
      open: z.boolean(),
      services: z.object({ LOCAL: z.boolean(), TAKEAWAY: z.boolean(), DELIVERY: z.boolean() }),
    }),
    preorder: z.boolean(),
  }),
  delay: z.int(),
  autoclose: z.nullable(timestamp),
  /** Whether people were asked about closing, for a device that missed the event. */
  autoclose_asked: z.boolean(),
  autoclose_accepted: z.boolean(),
  /** When a paused service resumes automatically (B5). */
  paused_until: z.object({
    LOCAL: z.nullable(timestamp),
    TAKEAWAY: z.nullable(timestamp),
    DELIVERY: z.nullable(timestamp),
  }),
});

const dayHours = z.object({
  day_idx: z.literal([1, 2, 3, 4, 5, 6, 7]),
  hours: z.array(z.object({ from: hour, to: hour })),
});

/** The payload of `store-status-updated`: what screens need to show whether and when the store is open. */
export const statusNotice = z.extend(storeStatus, { hours: z.array(dayHours) });

const pause = z.optional(z.enum(pauses));

/** The fields that people can change: the whole status, without the announced closing (T-08). */
const statusByHand = {
  open: z.boolean(),
  type: storeStatus.shape.type,
  delay: z.int().check(z.gte(delayMinimumMinutes), z.lte(storeDelayMaximumMinutes), z.multipleOf(delayStepMinutes)),
  /** The pause of each service that this change switches off. The server's clock sets its end. */
  pauses: z.optional(z.object({ LOCAL: pause, TAKEAWAY: pause, DELIVERY: pause })),
};

export const code = z.object({
  id,
  code: z.string(),
  description: z.string(),
  type: catalogType,
  group: z.boolean(),
  default: z.boolean(),
  waiting_count: z.int(),
});

export const gateway = z.object({
  id,
  type: z.enum(['billing', 'shipping', 'payment']),
  name: z.string(),
  service: z.string(),
  config: z.object({
    support: z.boolean(),
    order_ready: z.boolean(),
    delay: z.int(),
    delay_display: z.nullable(z.string()),
  }),
  public_key: z.nullable(z.string()),
});

const pivot = z.object({
  role,
  owner: z.boolean(),
  config: z.object({ vatCategory: z.nullable(z.literal([1, 2])), canDiscount: z.optional(z.boolean()) }),
});

const service = z.object({
  type: serviceType,
  status: z.boolean(),
  options: z.array(z.object({ type: z.enum(['immediate', 'scheduled']), status: z.boolean() })),
});

export const seller = z.object({ id, fullname: z.string() });
/** G-19. `draw`: the text of a canvas, whose places have a code_id. */
export const floorMap = z.object({ id, name: z.string(), draw: z.string() });

export const guestSettings = z.object({
  guests: z.boolean(),
  guest_orders: z.boolean(),
  guest_units_max: z.int().check(z.gte(1), z.lte(guestUnits.most)),
});

/** T-02. In the profile, codes, maps, discounts, sellers and catalog are beside the store. */
export const store = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  logo_url: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  address: z.object({ small: z.string(), complete: z.string() }),
  country,
  timezone: z.string(),
  plan,
  /** null: for a customer, who has no role in the store (N-42). */
  pivot: z.nullable(pivot),
  abilities: z.object({
    canDiscount: z.boolean(),
    canChooseSeller: z.boolean(),
    canManageOrders: z.boolean(),
    canManageStore: z.boolean(),
  }),
  payment_methods: z.array(z.object({ type: paymentMethod, title: z.string(), description: z.nullable(z.string()) })),
  hours: z.array(dayHours),
  status: storeStatus,
  cashbox: z.optional(cashboxNotice),
  guests: z.optional(guestSettings),
  gateways: z.array(gateway),
  allowImmediateRequests: z.boolean(),
  allowScheduledRequests: z.boolean(),
  services: z.array(service),
  info: z.object({
    personalize: z.object({
      currency: z.nullable(z.object({ symbol: z.string(), decimals: z.int().check(z.gte(0), z.lte(2)) })),
    }),
  }),
  expires_in: z.int(),
});

export const storeSummary = z.object({
  id,
  name: z.string(),
  logo_url: z.nullable(z.string()),
  address: z.object({ small: z.string(), complete: z.string() }),
  plan,
  pivot,
  status: z.object({ open: z.boolean() }),
  /** The number of PENDING orders; null for members who may not read orders. */
  pending_count: z.nullable(z.int()),
});

export const invitation = z.object({
  id,
  role: staffRole,
  store: z.object({ id, name: z.string(), logo_url: z.nullable(z.string()) }),
});

/**
 * The twelve keys of T-01. Orders are those of the board and today's finished ones. Non-admins get no orders, tickets
 * and payouts; a customer gets their own orders, and no codes, maps, sellers and groups.
 */

/**
 * One entry of a feed, also sent over the socket: a hint that an entity is at least at `ver` (docs/offline-engine.md).
 * `order` is present if the audience may see it. An order-removed and a change without an entity have no `order`.
 */
export const change = z.object({
  store_seq: z.int(),
  name: z.string(),
  at: timestamp,
  type: z.string(),
  id: z.nullable(z.string()),
  ver: z.int(),
  order: z.optional(order),
  payload: z.optional(z.unknown()),
  /** The customer whose order it is; only over the socket, for their own channel. */
  customer: z.optional(id),
});

export const audiences = ['store', 'admin'] as const;
export type Audience = (typeof audiences)[number];

/** The listeners of a feed. A kitchen screen gets the admins' feed, reduced to orders without personal data. */
export const listeners = [...audiences, 'kitchen'] as const;
export type Listener = (typeof listeners)[number];

export const changesAnswer = z.object({
  head: z.int(),
  /**
   * 0, or where the feed went on when the server's database went back in time. A device at a smaller position has seen
   * what is no longer there: it forgets every entity with a smaller `ver`, and says so.
   */
  epoch: z.int(),
  /** true: `changes` is the complete state, and the device must drop everything else. */
  reset: z.boolean(),
  changes: z.array(change),
});

export const storeProfile = z.object({
  store,
  status: storeStatus,
  gateways: z.array(gateway),
  codes: z.array(code),
  maps: z.array(floorMap),
  discounts: z.array(discountRule),
  sellers: z.array(seller),
  catalog,
  orders: z.array(order),
  /** The groups that occupy a code. */
  orderGroups: z.array(groupCard),
  tickets: z.array(ticket),
  payouts: z.array(payout),
  /** Only with `parts=store,orders`, for an admin: the whole state of the admins' feed, read in the same moment. */
  feed: z.optional(changesAnswer),
  /** Not with all parts: the head of the staff's feed in the same moment, for a device that goes on from there. */
  head: z.optional(z.int()),
});

const storePath = z.object({ store_id: pathId });

/** '1,2,3', at most a hundred ids. */
const idList = z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/));

/** N-38. `date` is a calendar day; `link` leads to another site. */
export const newsItem = z.object({
  id,
  title: z.string(),
  text: z.string(),
  date,
  link: z.nullable(z.string()),
});

export const storesContract = {
  /** Only the caller's own stores (S-04). */
  list: procedure('user', 'GET', '/stores', 'Stores and invitations of the user').output(
    z.object({ stores: z.array(storeSummary), invitations: z.array(invitation) }),
  ),
  /**
   * Twelve keys (T-01). With `parts=store`, orders, tickets and payouts are empty lists, for a device that reads them
   * elsewhere, and the head of the staff's feed says what the answer knows. `parts=store,orders` adds the admins' feed's
   * whole state, so that the first screen of a device that knows nothing needs one answer, and no event falls between
   * it and the feeds.
   */
  profile: procedure('store.read', 'GET', '/store/{store_id}', 'Store profile')
    .meta({ ability: 'store.read', cache: 'etag' })
    .input(z.object({ store_id: pathId, parts: z.optional(z.enum(['all', 'store', 'store,orders'])) }))
    .output(storeProfile),
  /**
   * The feed of one audience since a sequence number. If that is too old, the answer is a `reset` with the whole state
   * (docs/offline-engine.md). A sequence number that the server has never given shows that its database went back in
   * time: it then begins a new epoch, at most once a minute.
   */
  changes: procedure('store.follow', 'GET', '/store/{store_id}/changes', 'What changed since')
    .input(z.object({ store_id: pathId, since: z.optional(sequence), audience: z.optional(z.enum(listeners)) }))
    .output(changesAnswer),
  /**
   * 404 for another person's invitation, 409 if it was answered differently. Repeating the same answer changes nothing.
   */
  answerInvitation: procedure('user', 'PATCH', '/invitation/{id}/answer', 'Accept or reject an invitation', 204).input(
    z.object({ id: pathId, answer: z.boolean() }),
  ),
  /** 404 for a map of another store (G-20). */
  map: procedure('maps.view', 'GET', '/store/{store_id}/map/{map_id}', 'A floor map')
    .input(z.object({ store_id: pathId, map_id: pathId }))
    .output(floorMap),
  leave: procedure('store.leave', 'DELETE', '/store/{store_id}/leave', 'Leave the store', 204).input(storePath),
  /** Saves open, services, preorders and delay. Saving the same status again changes nothing (T-08, T-10). */
  saveStatus: procedure('store.manage', 'PATCH', '/store/{store_id}/status', 'Save the store status')
    .input(z.object({ store_id: pathId, ...statusByHand }))
    .output(storeStatus),
  /** 15 or 60 more minutes; 0 accepts the closing (T-26). 409 if no closing is announced. */
  answerAutoclose: procedure('store.manage', 'PATCH', '/store/{store_id}/autoclose', 'Answer the auto-close question')
    .input(z.object({ store_id: pathId, minutes: z.literal([0, ...autoCloseAdditionsMinutes]) }))
    .output(storeStatus),
  /** The status of any stores; unknown ids are left out (Z-06). Only the staff get the announced closing. */
  statuses: procedure('user', 'GET', '/stores/status', 'Status of several stores')
    .input(z.object({ ids: idList }))
    .output(z.array(z.object({ id, status: storeStatus }))),
  /** Newest first. */
  news: procedure('user', 'GET', '/news', 'News of the product').output(z.array(newsItem)),
};
