import type * as z from 'zod/mini';
import type { EventName, storeMessage } from '#contract/events.ts';
import type { payoutNotice } from '#contract/payouts.ts';
import type { Audience, change } from '#contract/stores.ts';
import type { ticketNotice } from '#contract/tickets.ts';
import type { WireStatus } from '#contract/wire/stores.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';

export type Change = z.infer<typeof change>;

/** What travels to the devices of one store and audience. */
export interface Announcement {
  readonly store_id: number;
  readonly audience: Audience;
  readonly change: Change;
}

/** The feeds of one store inside one transaction. */
export interface StoreFeeds {
  /** Takes the next number of a feed and keeps it locked until the commit, so the numbers have no gaps. */
  next(audience: Audience): Promise<number>;
  /** Writes the event and announces it on commit; its `order` travels only, /changes reads the order as it is then. */
  append(audience: Audience, event: Change, at: Instant): Promise<void>;
}

/**
 * Shows a message in every open app of that audience, for 20 s with a sound. With an `id` it can be found again;
 * answers the message.
 */
export async function announceMessage(
  feeds: StoreFeeds,
  audience: Audience,
  message: z.infer<typeof storeMessage>,
  at: Instant,
  id: string | null = null,
): Promise<z.infer<typeof storeMessage> & { readonly at: string }> {
  const store_seq = await feeds.next(audience);
  const stamp = isoFromInstant(at);
  const payload = { ...message, at: stamp };
  await feeds.append(audience, { store_seq, at: stamp, name: 'message', type: 'message', id, ver: 1, payload }, at);
  return payload;
}

/** A notice of the admins' feed about something that devices read again themselves; `payload` is all that travels. */
export interface SupportAnnouncement {
  readonly at: Instant;
  readonly name: Extract<EventName, 'ticket-updated' | 'payout-updated'>;
  readonly id: number;
  readonly ver: number;
  readonly payload: z.infer<typeof ticketNotice> | z.infer<typeof payoutNotice>;
}

/** To admins only. */
export async function announceSupport(
  feeds: StoreFeeds,
  { at, name, id, ver, payload }: SupportAnnouncement,
): Promise<void> {
  const store_seq = await feeds.next('admin');
  const type = name === 'ticket-updated' ? 'ticket' : 'payout';
  await feeds.append('admin', { store_seq, at: isoFromInstant(at), name, type, id: String(id), ver, payload }, at);
}

/** Events of the question about closing, for admins (T-23, T-24, R-27). */
export type ClosingEvent = Extract<EventName, 'store-autoclose-question' | 'store-autoclose-close'>;

export interface StatusAnnouncement {
  readonly at: Instant;
  readonly storeId: number;
  readonly status: WireStatus;
  /** null = the question is as it was. */
  readonly closing: ClosingEvent | null;
}

/** The store's new status to all its staff, and what became of the question to its admins: admin first, as above. */
export async function announceStatus(
  feeds: StoreFeeds,
  { at, storeId, status, closing }: StatusAnnouncement,
): Promise<void> {
  const stamp = { at: isoFromInstant(at), id: String(storeId) };
  if (closing !== null) {
    const store_seq = await feeds.next('admin');
    const payload = { autoclose: status.autoclose };
    await feeds.append('admin', { ...stamp, store_seq, name: closing, type: 'closing', ver: store_seq, payload }, at);
  }
  const store_seq = await feeds.next('store');
  await feeds.append('store', statusChange(storeId, status, store_seq, at), at);
}

/** The status as a change of the staff's feed: its version is its place there. */
export const statusChange = (storeId: number, status: WireStatus, store_seq: number, at: Instant): Change => ({
  store_seq,
  name: 'store-status-updated',
  at: isoFromInstant(at),
  type: 'status',
  id: String(storeId),
  ver: store_seq,
  payload: status,
});
