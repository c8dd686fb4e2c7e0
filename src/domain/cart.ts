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
  /** Derived from the line's content, so that the same choice twice is one line. */
  readonly key: string;
  readonly item_id: number;
  readonly quantity: number;
  readonly selection: Selection;
  readonly comments: string | null;
  /** The price of one unit with its options when the person last saw it, to detect a change; null = unknown. */
  readonly unit: Money | null;
  /** Which person at the table it is for; absent: for all. */
  readonly seat?: number | undefined;
}

/** An order being taken, as the device stores it. Prices are always computed from the catalog (K-06, K-07). */
export interface Cart {
  /** The order's uid from its first product on: taken again after a lost answer, it is the same order. */
  readonly uid?: string;
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
  /** Always valid (K-44). */
  readonly address: Address | null;
  readonly shippingCost: (ShippingCost & { readonly known_at: Instant }) | null;
  /** At most one of `discount` and `promocode` is set (D-23). */
  readonly discount: GeneralDiscount | null;
  readonly promocode: Promocode | null;
  readonly lines: readonly CartLine[];
  /** The person at the table for whom products are being added; absent: for all. */
  readonly seat?: number | undefined;
  /** The person orders for themselves, as a customer of the store; absent: the staff takes the order. */
  readonly byCustomer?: true;
}

/** Choosing a type resets items, payments and address. The order is immediate if the store offers it (K-01 to K-03). */
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

/** Sets a manual discount, which replaces a promo code (D-23); null removes it. */
export const withDiscount = (cart: Cart, discount: GeneralDiscount | null): Cart => ({
  ...cart,
  discount,
  promocode: discount === null ? cart.promocode : null,
});

/** Sets a promo code, which replaces a manual discount (D-23); null removes it. */
export const withPromocode = (cart: Cart, promocode: Promocode | null): Cart => ({
  ...cart,
  promocode,
  discount: promocode === null ? cart.discount : null,
});

export const unitsOf = (cart: Cart, itemId: number): number =>
  cart.lines.reduce((sum, l) => (l.item_id === itemId ? sum + l.quantity : sum), 0);

export const unitsIn = (cart: Cart): number => cart.lines.reduce((sum, l) => sum + l.quantity, 0);
