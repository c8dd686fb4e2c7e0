import type { Selection } from './catalog.ts';
import type { Money } from './money.ts';
import type { Address, OrderWhen } from './order.ts';
import type { CartPayment } from './payments.ts';
import type { GeneralDiscount } from './promocode.ts';
import type { Promocode } from './promocode.ts';
import type { ShippingCost } from './shipping.ts';
import type { CatalogType, Code, ServiceType, Store } from './store.ts';
import { catalogTypeOf, immediateServices } from './store.ts';
import type { Instant } from './time.ts';

export interface CartLine {
  /** Told apart by what is in it, so the same choice twice is one line. */
  readonly key: string;
  readonly item_id: number;
  readonly quantity: number;
  readonly selection: Selection;
  readonly comments: string | null;
  /** Price of one with its options when the person last saw it, to tell a change; null = not known. */
  readonly unit: Money | null;
}

/** What a device remembers of an order being taken; prices are always computed from the catalog (K-06, K-07). */
export interface Cart {
  readonly store_id: number;
  readonly type: ServiceType;
  readonly catalogType: CatalogType;
  readonly code: Pick<Code, 'id' | 'code' | 'description' | 'type' | 'group'> | null;
  readonly when: OrderWhen | null;
  readonly payments: readonly CartPayment[];
  readonly seller_id: number | null;
  readonly description: string;
  readonly phone: string;
  readonly comments: string;
  /** Only a valid one gets here (K-44). */
  readonly address: Address | null;
  readonly shippingCost: (ShippingCost & { readonly known_at: Instant }) | null;
  /** One of these two at most (D-23). */
  readonly discount: GeneralDiscount | null;
  readonly promocode: Promocode | null;
  readonly lines: readonly CartLine[];
}

/** Choosing a type starts over: no items, payments or address; immediate if the store offers it (K-01 to K-03). */
export function newCart(store: Pick<Store, 'id' | 'services' | 'status'>, type: ServiceType, code: Cart['code']): Cart {
  return {
    store_id: store.id,
    type,
    catalogType: catalogTypeOf(type, code),
    code: type === 'LOCAL' ? code : null,
    when: immediateServices(store).includes(type) ? { option: 'immediate' } : null,
    payments: [],
    seller_id: null,
    description: '',
    phone: '',
    comments: '',
    address: null,
    shippingCost: null,
    discount: null,
    promocode: null,
    lines: [],
  };
}

/** A discount by hand takes the place of a promo code (D-23); null takes it away. */
export const withDiscount = (cart: Cart, discount: GeneralDiscount | null): Cart => ({
  ...cart,
  discount,
  promocode: discount === null ? cart.promocode : null,
});

/** A promo code takes the place of a discount by hand (D-23); null takes it away. */
export const withPromocode = (cart: Cart, promocode: Promocode | null): Cart => ({
  ...cart,
  promocode,
  discount: promocode === null ? cart.discount : null,
});

export const unitsOf = (cart: Cart, itemId: number): number =>
  cart.lines.reduce((sum, l) => (l.item_id === itemId ? sum + l.quantity : sum), 0);

export const unitsIn = (cart: Cart): number => cart.lines.reduce((sum, l) => sum + l.quantity, 0);
