import { useMemo } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import type { Cart } from '#domain/cart.ts';
import { cartTotals } from '#domain/cart-pricing.ts';
import type { DiscountContext } from '#domain/discounts.ts';
import { discountContext } from '#domain/discounts.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import { instant } from '#domain/time.ts';
import { useNow } from '#data/device/device.ts';

const minuteMs = 60_000;
/** In every time zone a day begins at a quarter of an hour. */
const quarterMs = 15 * minuteMs;

/** What an order is made of: the part of a store's profile that a guest has, too. */
export interface StoreMenu extends Pick<Profile, 'catalog' | 'discounts'> {
  readonly store: Pick<Store, 'id' | 'currency' | 'timezone' | 'abilities'>;
}

/** The context for discounts. It is the same object for up to 15 minutes, so memoised cards do not repaint every minute. */
export function useDiscountContext({ store }: Pick<StoreMenu, 'store'>, { type, catalogType }: Cart): DiscountContext {
  const now = useNow(minuteMs);
  const quarter = instant(now - (now % quarterMs));
  return useMemo(
    () => discountContext({ type, catalogType }, quarter, store.timezone),
    [type, catalogType, quarter, store.timezone],
  );
}

/** The totals of the cart, from the catalog and the discounts on this device. */
export function useCartTotals(profile: StoreMenu, cart: Cart): Totals {
  const at = useDiscountContext(profile, cart);
  return useMemo(
    () => cartTotals(cart, profile.catalog, profile.discounts, at, profile.store.abilities),
    [cart, profile.catalog, profile.discounts, profile.store.abilities, at],
  );
}
