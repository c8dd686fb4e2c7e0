import { useMemo } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import type { Cart } from '#domain/cart.ts';
import { cartTotals } from '#domain/cart-pricing.ts';
import type { DiscountContext } from '#domain/discounts.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import { wallTime } from '#domain/time.ts';
import { useNow } from '#data/device/device.ts';

const minuteMs = 60_000;

/** What an order is made of: the part of a store's profile that a guest has, too. */
export interface StoreMenu extends Pick<Profile, 'catalog' | 'discounts'> {
  readonly store: Pick<Store, 'id' | 'currency' | 'timezone' | 'abilities'>;
}

/** The context for discounts. It is the same object all day, so that a memoised card does not repaint every minute. */
export function useDiscountContext({ store }: Pick<StoreMenu, 'store'>, { type, catalogType }: Cart): DiscountContext {
  const wall = wallTime(useNow(minuteMs), store.timezone);
  const day = `${wall.date}|${wall.weekday}`;
  // oxlint-disable-next-line react/exhaustive-deps -- discount rules depend on the day, not on the minute
  return useMemo(() => ({ type, catalogType, wall }), [type, catalogType, day]);
}

/** The totals of the cart, from the catalog and the discounts on this device. */
export function useCartTotals(profile: StoreMenu, cart: Cart): Totals {
  const at = useDiscountContext(profile, cart);
  return useMemo(
    () => cartTotals(cart, profile.catalog, profile.discounts, at, profile.store.abilities),
    [cart, profile.catalog, profile.discounts, profile.store.abilities, at],
  );
}
