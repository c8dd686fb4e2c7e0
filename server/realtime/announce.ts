import type * as z from 'zod/mini';
import type { EventName, storeMessage } from '#contract/events.ts';
import type { payoutNotice } from '#contract/payouts.ts';
import type { Audience, change } from '#contract/stores.ts';
import type { ticketNotice } from '#contract/tickets.ts';
import type { StatusNotice } from '#contract/wire/stores.ts';
import type { CashboxNotice } from '#domain/store.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';

export type Change = z.infer<typeof change>;

/** A message to the devices of one store and audience. */
export interface Announcement {
  readonly store_id: number;
  readonly audience: Audience;
  readonly change: Change;
}

/** A change without its number in the feed. `ver` null = the number is its version. */
export type NewChange = Omit<Change, 'store_seq' | 'ver'> & { readonly ver: number | null };

/** The feeds of one store, inside one transaction. */
export interface StoreFeeds {
  /**
   * Takes the feed's next number, stores the event under it, and announces it on commit. The feed stays locked until
   * then, so the numbers have no gaps. An `order` is only sent, not stored: /changes reads the current order.
   */
  append(audience: Audience, event: NewChange, at: Instant): void;
  /** Raises a code's version, counts its waiting orders (N-50), and announces both to all staff, or that it is removed. */
  appendCode(id: number, at: Instant): void;
  /**
   * Counts the waiting orders and the total of a group and announces it to all staff. Resolves to the event's number in
   * the feed, which is the group's version. Who does not need it does not wait.
   */
  appendGroup(id: number, name: GroupEvent, at: Instant): Promise<number>;
}

/** Type of the entity in events about groups. */
export const groupType = 'order-group';

export type GroupEvent = Extract<EventName, `order-group-${string}`>;

/**
 * Shows a message in every open app of that audience, for 20 s with a sound. An `id` allows finding it again.
 * Returns the message.
 */
export function announceMessage(
  feeds: StoreFeeds,
  audience: Audience,
  message: z.infer<typeof storeMessage>,
  at: Instant,
  id: string | null = null,
): z.infer<typeof storeMessage> & { readonly at: string } {
  const stamp = isoFromInstant(at);
  const payload = { ...message, at: stamp };
  feeds.append(audience, { at: stamp, name: 'message', type: 'message', id, ver: 1, payload }, at);
  return payload;
}

/** An event of the admins' feed about an entity that devices fetch themselves; only `payload` is sent. */
export interface SupportAnnouncement {
  readonly at: Instant;
  readonly name: Extract<EventName, 'ticket-updated' | 'payout-updated'>;
  readonly id: number;
  readonly ver: number;
  readonly payload: z.infer<typeof ticketNotice> | z.infer<typeof payoutNotice>;
}

/** Announces to admins only. */
export function announceSupport(feeds: StoreFeeds, { at, name, id, ver, payload }: SupportAnnouncement): void {
  const type = name === 'ticket-updated' ? 'ticket' : 'payout';
  feeds.append('admin', { at: isoFromInstant(at), name, type, id: String(id), ver, payload }, at);
}

/** Events of the closing question, for admins (T-23, T-24, R-27). */
export type ClosingEvent = Extract<EventName, 'store-autoclose-question' | 'store-autoclose-close'>;

export interface StatusAnnouncement {
  readonly at: Instant;
  readonly storeId: number;
  readonly notice: StatusNotice;
  /** null = the closing question is unchanged. */
  readonly closing: ClosingEvent | null;
}

/**
 * Announces the store's new status to all staff, and the state of the closing question to its admins; the admin feed
 * first, as in announceOrder.
 */
export function announceStatus(feeds: StoreFeeds, { at, storeId, notice, closing }: StatusAnnouncement): void {
  const stamp = { at: isoFromInstant(at), id: String(storeId) };
  if (closing !== null) {
    const payload = { autoclose: notice.autoclose };
    feeds.append('admin', { ...stamp, name: closing, type: 'closing', ver: null, payload }, at);
  }
  feeds.append('store', newStatus(storeId, notice, at), at);
}

const newStatus = (storeId: number, payload: StatusNotice, at: Instant): NewChange => ({
  name: 'store-status-updated',
  at: isoFromInstant(at),
  type: 'status',
  id: String(storeId),
  ver: null,
  payload,
});

/** The status as a change of the staff's feed; its sequence number is its version. */
export const statusChange = (storeId: number, notice: StatusNotice, store_seq: number, at: Instant): Change => ({
  ...newStatus(storeId, notice, at),
  store_seq,
  ver: store_seq,
});

export interface CashboxAnnouncement {
  readonly at: Instant;
  readonly storeId: number;
  readonly notice: CashboxNotice;
}

/** Announces to all staff which register is open, and that its sums changed (N-09). */
export function announceCashbox(feeds: StoreFeeds, { at, storeId, notice }: CashboxAnnouncement): void {
  const event = { name: 'cashbox-updated', type: 'cashbox', id: String(storeId), ver: null } as const;
  feeds.append('store', { at: isoFromInstant(at), ...event, payload: notice }, at);
}

/** Asks every device of the store what it has not sent (offline engine, Numbers). */
export function askOutboxes(feeds: StoreFeeds, storeId: number, at: Instant): void {
  const event = { name: 'outbox-asked', type: 'outbox', id: String(storeId), ver: null, payload: null } as const;
  feeds.append('store', { at: isoFromInstant(at), ...event }, at);
}

/** Tells every device of the store that a device checks itself: it proves that its events arrive. */
export function announceDeviceCheck(feeds: StoreFeeds, id: string, at: Instant): void {
  const event = { name: 'device-checked', type: 'device-check', id, ver: 1, payload: { id } } as const;
  feeds.append('store', { at: isoFromInstant(at), ...event }, at);
}

/** What screens read of a store beside its orders and codes. */
export interface StoreAnnouncement {
  readonly at: Instant;
  readonly name: Extract<
    EventName,
    `code-created` | `catalog-${string}` | `discount-${string}` | `map-${string}` | `gateway-${string}`
  >;
  readonly id: number;
  readonly payload: unknown;
}

/** Announces to all staff that the store's catalog, or one of its discounts, maps, gateways or codes, changed. */
export function announceStore(feeds: StoreFeeds, { at, name, id, payload }: StoreAnnouncement): void {
  const type = name.slice(0, name.indexOf('-'));
  feeds.append('store', { at: isoFromInstant(at), name, type, id: String(id), ver: null, payload }, at);
}
