import { guestEndedShownMs, guestRequestMs, guestRequestsMax, guestUnits } from './limits.ts';
import { type GuestSettings, immediateServices, planAtLeast, type Store } from './store.ts';
import { after, type Instant } from './time.ts';

/*
 * A guest at a table makes no order. They make a request, and a person of the store answers it
 * (docs/decisions/045-guests.md).
 */

export const guestRequestKinds = ['order', 'waiter', 'bill'] as const;
export type GuestRequestKind = (typeof guestRequestKinds)[number];

export const guestRequestStates = ['waiting', 'accepted', 'rejected', 'withdrawn', 'expired'] as const;
export type GuestRequestState = (typeof guestRequestStates)[number];

/** What a store has until it says otherwise: no guests. */
export const noGuests: GuestSettings = { guests: false, guest_orders: false, guest_units_max: guestUnits.usual };

type GuestStore = Pick<Store, 'plan' | 'guests' | 'services' | 'status' | 'allowImmediateRequests'>;

/** Whether guests at the tables are served without an account: the store's switch, on a plan that has tables. */
export const letsGuestsIn = ({ plan, guests }: Pick<GuestStore, 'plan' | 'guests'>): boolean =>
  planAtLeast(plan, 'standard') && guests?.guests === true;

/** Whether a guest can order now: as a customer would in the venue, and only where the store lets guests order. */
export const guestsCanOrder = (store: GuestStore): boolean =>
  letsGuestsIn(store) &&
  store.guests?.guest_orders === true &&
  store.allowImmediateRequests &&
  immediateServices(store).includes('LOCAL');

/** All units of an order, those of additionals not counted. */
export const guestOrderUnits = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Why a table's request is not taken. */
export type AskRefusal =
  /** The store does not let guests order, or not now. */
  | 'no-orders'
  /** An order without lines. */
  | 'empty'
  /** More units than the store lets one order have. */
  | 'units'
  /** As many requests of the table wait as may. */
  | 'too-many'
  /** That call waits already. */
  | 'already-called';

/** Why a new request is refused; null: it is taken. `waiting`: the kinds of the table's requests that wait. */
export function askRefusal(
  store: GuestStore,
  { kind, lines }: { readonly kind: GuestRequestKind; readonly lines: readonly { readonly quantity: number }[] },
  waiting: readonly GuestRequestKind[],
): AskRefusal | null {
  if (kind === 'order') {
    if (!guestsCanOrder(store)) return 'no-orders';
    if (lines.length === 0) return 'empty';
    if (guestOrderUnits(lines) > (store.guests ?? noGuests).guest_units_max) return 'units';
  } else if (waiting.includes(kind)) return 'already-called';
  return waiting.length >= guestRequestsMax ? 'too-many' : null;
}

/** A request as it is stored; time and the table's end can end it without a change of the row. */
export interface StoredGuestRequest {
  readonly state: GuestRequestState;
  readonly created_at: Instant;
  /** When somebody ended it. */
  readonly ended_at: Instant | null;
}

/**
 * How a request stands at `now`, and when it ended. `tableEnded`: since when the table is of other guests, or gone;
 * null: it is not.
 */
export function guestRequestStanding(
  { state, created_at, ended_at }: StoredGuestRequest,
  tableEnded: Instant | null,
  now: Instant,
): Pick<StoredGuestRequest, 'state' | 'ended_at'> {
  if (state !== 'waiting') return { state, ended_at };
  const due = after(created_at, guestRequestMs);
  const end = tableEnded !== null && tableEnded < due ? tableEnded : due;
  return now >= end ? { state: 'expired', ended_at: end } : { state, ended_at: null };
}

/** Whether the staff's list shows a request: it waits, or has ended within the last hour. */
export const isListedRequest = (ended_at: Instant | null, now: Instant): boolean =>
  ended_at === null || ended_at > after(now, -guestEndedShownMs);
