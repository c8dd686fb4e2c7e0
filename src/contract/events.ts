import type { Audience } from './stores.ts';

/** Channel names (API §6, D-30). */
export const publicChannel = 'stores';
export const channelOf = (storeId: number, audience: Audience): string =>
  audience === 'admin' ? `private-store.${storeId}.admin` : `private-store.${storeId}`;

/** 'private-store.7.admin' -> { storeId: 7, audience: 'admin' }, null when it is none of ours. */
export function parseChannel(name: string): { storeId: number; audience: Audience } | null {
  const match = /^private-store\.([1-9]\d{0,9})(\.admin)?$/.exec(name);
  if (!match?.[1]) return null;
  return { storeId: Number(match[1]), audience: match[2] ? 'admin' : 'store' };
}

/** Every name that a store's channels carry (API §6). */
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
] as const;
export type EventName = (typeof eventNames)[number];
