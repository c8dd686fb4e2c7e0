import type { Listener } from '#contract/stores.ts';
import type { StoreChange } from '#data/outbox/feeds.ts';
import { tellMessage } from '#data/store/messages.ts';
import { refetchPayouts, tellPayout } from '#data/payouts/payouts.ts';
import { queryClient } from '#data/api/query-client.ts';
import { tellClosing, tellStatus } from '#data/store/status-events.ts';
import { storeQueries } from '#data/store/stores.ts';
import { refetchTickets, tellTicket } from '#data/tickets/tickets.ts';
import { eventRefetchMs } from '#domain/limits.ts';
import { wakeIn } from '#platform/clock.ts';

type Reaction = (storeId: number, change: StoreChange) => void;

const waiting = new Map<number, () => void>();

/** Many changes in a row cause one read, 1.5 s after the first. */
function refetchProfile(storeId: number): void {
  if (waiting.has(storeId)) return;
  waiting.set(
    storeId,
    wakeIn(eventRefetchMs, () => {
      waiting.delete(storeId);
      void queryClient.invalidateQueries({ queryKey: storeQueries.profile(storeId).queryKey });
    }),
  );
}

/** Orders are merged by the feed itself; nothing more to do here. */
const merged: Reaction = () => {};

/**
 * The ONE table: event name -> what happens to data. "Why did the screen change?" is answered here. Names that belong to
 * later screens refetch the profile, which is where their data comes from.
 */
const reactions: Readonly<Record<string, Reaction>> = {
  message: (_storeId, { payload }) => tellMessage(payload),
  'order-created': merged,
  'order-updated': merged,
  'order-removed': merged,
  'store-status-updated': (storeId, { payload }) => {
    tellStatus(storeId, payload);
    // A read that is on its way may have left before the change.
    refetchProfile(storeId);
  },
  'store-autoclose-question': (storeId, { payload }) => tellClosing(storeId, payload, true),
  'store-autoclose-close': (storeId, { payload }) => tellClosing(storeId, payload, false),
  'catalog-updated': refetchProfile,
  'order-group-created': refetchProfile,
  'order-group-updated': refetchProfile,
  'map-created': refetchProfile,
  'map-updated': refetchProfile,
  'map-removed': refetchProfile,
  'discount-created': refetchProfile,
  'discount-updated': refetchProfile,
  'discount-removed': refetchProfile,
  'code-created': refetchProfile,
  'code-updated': refetchProfile,
  'code-removed': refetchProfile,
  'gateway-updated': refetchProfile,
  'ticket-updated': (storeId, { payload }) => tellTicket(storeId, payload),
  'payout-updated': (storeId, { payload }) => tellPayout(storeId, payload),
};

export function react(storeId: number, change: StoreChange): void {
  reactions[change.name]?.(storeId, change);
}

/** After the whole state: what only notices tell of is read anew; a kitchen screen knows none of it. */
export function reactToReset(storeId: number, listener: Listener): void {
  if (listener !== 'admin') return;
  refetchTickets(storeId);
  refetchPayouts(storeId);
}
