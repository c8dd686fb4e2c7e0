import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Cart } from '#domain/cart.ts';
import type { Address } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { instant } from '#domain/time.ts';
import { changeCart } from './cart-store.ts';
import { orderingQueries } from './ordering.ts';

const nowhere: Address = { address_line_1: '', address_line_2: null, geolocation: { lat: 0, lng: 0 } };

/** Asks for the shipping cost of this cart and stores it in the cart with the time of the answer (K-52). */
export function useShippingCost(cart: Pick<Cart, 'type' | 'address'>, store: Pick<Store, 'id' | 'currency'>) {
  const { address } = cart;
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...orderingQueries.shipping(store, address ?? nowhere),
    enabled: cart.type === 'DELIVERY' && address !== null,
  });
  useEffect(() => {
    if (!data || !address) return;
    changeCart((c) =>
      c.address?.geolocation === address.geolocation || c.address?.address_line_1 === address.address_line_1
        ? { ...c, shippingCost: { ...data, known_at: instant(dataUpdatedAt) } }
        : c,
    );
  }, [data, dataUpdatedAt, address]);
  return { asking: isFetching && !data, error: data ? null : error, retry: () => void refetch() };
}
