import * as z from 'zod/mini';
import type { Role } from '#domain/roles.ts';
import { customerRole, isAdmin, kitchenRole } from '#domain/roles.ts';
import type { Audience, Listener } from './stores.ts';

/** Channel names (D-30). */
export const publicChannel = 'stores';
export const channelOf = (storeId: number, listener: Listener): string =>
  listener === 'store' ? `private-store.${storeId}` : `private-store.${storeId}.${listener}`;

/** 'private-store.7.admin' -> { storeId: 7, audience: 'admin' }; null for any other name. */
export function parseChannel(name: string): { storeId: number; audience: Listener } | null {
  const match = /^private-store\.([1-9]\d{0,9})(?:\.(admin|kitchen))?$/.exec(name);
  if (!match?.[1]) return null;
  const audience = match[2] === 'admin' || match[2] === 'kitchen' ? match[2] : 'store';
  return { storeId: Number(match[1]), audience };
}

/** The channel of a customer: which of their orders changed, in any store. */
export const customerChannelOf = (userId: number): string => `private-customer.${userId}`;

/** 'private-customer.7' -> 7; null for any other name. */
export function customerOfChannel(name: string): number | null {
  const [, id] = /^private-customer\.([1-9]\d{0,9})$/.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/** The payload of a customer's channel: the order is to be read again. */
export interface CustomerOrderNotice {
  readonly store_id: number;
  readonly id: number;
}

/** The feed that a listener follows. */
export const feedOf = (listener: Listener): Audience => (listener === 'store' ? 'store' : 'admin');

/**
 * Every member may follow the staff's feed, admins also the admins' feed, a kitchen screen its own (docs/threats.md
 * T12, D-30). A customer is no member.
 */
export const mayHear = (listener: Listener, role: Role): boolean =>
  listener === 'store' ? role !== customerRole : listener === 'admin' ? isAdmin(role) : role === kitchenRole;

/** All event names of a store's channels; `gateway-updated` goes to the public channel too. */
export const eventNames = [
  'head',
  'message',
  'store-status-updated',
  'store-autoclose-question',
  'store-autoclose-close',
  'catalog-updated',
  'order-group-created',
  'order-group-updated',
  'map-created',
  'map-updated',
  'map-removed',
  'discount-created',
  'discount-updated',
  'discount-removed',
  'code-created',
  'code-updated',
  'code-removed',
  'payment-pending-resolved',
  'order-created',
  'order-updated',
  'order-removed',
  'ticket-updated',
  'payout-updated',
  'gateway-updated',
  'cashbox-updated',
  'outbox-asked',
  'device-checked',
  'print-updated',
  'guest-requests-updated',
  'guest-settings-updated',
] as const;
export type EventName = (typeof eventNames)[number];

/** The payload of a `message` event. */
export const storeMessage = z.object({
  title: z.optional(z.string()),
  text: z.string(),
  level: z.enum(['info', 'warning']),
});
