import type { QueryKey } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import type { EventName } from '#contract/events.ts';
import type { Listener } from '#contract/stores.ts';
import type { FeedChange } from '#data/outbox/feeds.ts';
import { tellCheck } from '#data/device-check/echo.ts';
import { cashboxKey, showsCashbox, tellCashbox } from '#data/cashbox/cashbox-events.ts';
import { tellCode, tellCodeRemoved, tellMapRemoved } from '#data/store/code-events.ts';
import { refetchGroup } from '#data/groups/group-detail.ts';
import { floorMapQuery } from '#data/store/floor-maps.ts';
import { tellMessage } from '#data/store/messages.ts';
import { tellGuestRequest } from '#data/store/guest-events.ts';
import { refetchPayments, tellPaymentResolved } from '#data/paying/payment-events.ts';
import { refetchPayouts, tellPayout } from '#data/payouts/payouts.ts';
import { tellPrintEvent } from '#data/printing/print-events.ts';
import { queryClient } from '#data/api/query-client.ts';
import { tellNumbers } from '#data/outbox/store-engine.ts';
import { tellClosing, tellStatus } from '#data/store/status-events.ts';
import { markProfileBehind, storeQueries } from '#data/store/stores.ts';
import { refetchTickets, tellTicket } from '#data/tickets/tickets.ts';
import { eventRefetchMs } from '#domain/limits.ts';
import { isObject } from '#domain/unknown.ts';
import { wakeIn } from '#platform/clock.ts';

type Reaction = (storeId: number, change: FeedChange) => void;

const waiting = new Set<string>();

/** Groups consecutive changes into one read, 1.5 s after the first. */
function refetchLater(queryKey: QueryKey): void {
  const hash = hashKey(queryKey);
  if (waiting.has(hash)) return;
  waiting.add(hash);
  wakeIn(eventRefetchMs, () => {
    waiting.delete(hash);
    void queryClient.invalidateQueries({ queryKey });
  });
}

/** Reads the profile again. If the page is closed before that, the next start does (offline engine, Feed). */
export function refetchProfile(storeId: number): void {
  markProfileBehind(storeId);
  refetchLater(storeQueries.profile(storeId).queryKey);
}

/** The profile has the map's name and tables; its drawing is read apart. */
const mapChanged: Reaction = (storeId, { payload }) => {
  refetchProfile(storeId);
  if (isObject(payload) && typeof payload['id'] === 'number')
    refetchLater(floorMapQuery(storeId, payload['id']).queryKey);
};

/** Applies the payload. If its format is unknown, reads the profile. */
const applied =
  (apply: (storeId: number, payload: unknown) => boolean): Reaction =>
  (storeId, { payload }) => {
    if (!apply(storeId, payload)) refetchProfile(storeId);
  };

/** The feed itself merges the group. Its rows and payments are read again where they are shown. */
const groupChanged: Reaction = (storeId, { payload }) => {
  if (!isObject(payload) || typeof payload['id'] !== 'number') return;
  refetchGroup(storeId, payload['id']);
  refetchPayments(storeId, { type: 'orderGroup', id: payload['id'] });
  recountCashbox(storeId);
};

/** The feed itself merges the order. What is known of its payments is read again where it is shown. */
const orderChanged: Reaction = (storeId, { snapshot }) => {
  const id = isObject(snapshot?.body) ? snapshot.body['id'] : undefined;
  if (typeof id === 'number') refetchPayments(storeId, { type: 'order', id });
  recountCashbox(storeId);
};

/** What was sold, paid or rejected changes the sums of the open register, if a screen shows them. */
function recountCashbox(storeId: number): void {
  if (showsCashbox(storeId)) refetchLater(cashboxKey(storeId));
}

const cashboxChanged: Reaction = (storeId, { payload }) => {
  if (!tellCashbox(storeId, payload)) refetchProfile(storeId);
  refetchLater(cashboxKey(storeId));
};

/** The feed itself merges orders; a head only moves the cursor. */
const nothing: Reaction = () => {};

/**
 * The table of all events: event name -> its effect on the data. It answers "Why did the screen change?". A payload is
 * applied; without one, the profile is read again. Details that a screen shows, such as a table's payments, are read again
 * too.
 */
const reactions = {
  head: nothing,
  message: (_storeId, { payload }) => tellMessage(payload),
  'order-created': nothing,
  'order-updated': orderChanged,
  'order-removed': nothing,
  'store-status-updated': applied(tellStatus),
  'store-autoclose-question': (storeId, { payload }) => tellClosing(storeId, payload, true),
  'store-autoclose-close': (storeId, { payload }) => tellClosing(storeId, payload, false),
  'code-created': applied(tellCode),
  'code-updated': applied(tellCode),
  'code-removed': applied(tellCodeRemoved),
  'catalog-updated': refetchProfile,
  'discount-created': refetchProfile,
  'discount-updated': refetchProfile,
  'discount-removed': refetchProfile,
  'map-created': refetchProfile,
  'map-updated': mapChanged,
  'map-removed': applied(tellMapRemoved),
  'order-group-created': groupChanged,
  'order-group-updated': groupChanged,
  'payment-pending-resolved': (storeId, { payload }) => tellPaymentResolved(storeId, payload),
  'ticket-updated': (storeId, { payload }) => tellTicket(storeId, payload),
  'payout-updated': (storeId, { payload }) => tellPayout(storeId, payload),
  'gateway-updated': refetchProfile,
  'cashbox-updated': cashboxChanged,
  'outbox-asked': tellNumbers,
  'device-checked': (_storeId, { payload }) => tellCheck(payload),
  'print-updated': (_storeId, { name, payload }) => tellPrintEvent(name, payload),
  'guest-requests-updated': (storeId, { id }) => tellGuestRequest(storeId, Number(id)),
  'guest-settings-updated': refetchProfile,
} satisfies Record<EventName, Reaction>;

const isEvent = (name: string): name is EventName => Object.hasOwn(reactions, name);

/** Runs the reaction to an event; each print point has one of its own name. Ignores unknown events. */
export function react(storeId: number, change: FeedChange): void {
  if (isEvent(change.name)) reactions[change.name](storeId, change);
  else tellPrintEvent(change.name, change.payload);
}

/** Runs the reaction to an event of the public channel, whose payload names the stores that it is about. */
export function reactPublicly(storeId: number, name: string, payload: unknown): void {
  if (name === 'gateway-updated' && isObject(payload) && Array.isArray(payload['store_ids']))
    if (payload['store_ids'].includes(storeId)) refetchProfile(storeId);
}

/** After the whole state was loaded: reads again what only events announce. A kitchen screen has none of it. */
export function reactToReset(storeId: number, listener: Listener): void {
  refetchPayments(storeId);
  if (listener === 'store') refetchProfile(storeId);
  if (listener !== 'admin') return;
  refetchTickets(storeId);
  refetchPayouts(storeId);
}
