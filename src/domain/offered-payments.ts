import type { CardAccount } from './card-form.ts';
import { chargeOf, startsPayment } from './paying.ts';
import type { CartPayment } from './payments.ts';
import { chargedOnline } from './payments.ts';
import type { PaymentMethod, Store } from './store.ts';

type PaidStore = Pick<Store, 'payment_methods' | 'country' | 'gateways'>;

/** The provider that the server charges with; null: none. */
type Charging = { readonly service: string } | null;

/**
 * Whether the store can take a payment by this method: online only with an account at the provider that the server
 * charges with.
 */
export const canCharge = (
  method: PaymentMethod,
  store: Pick<Store, 'country' | 'gateways'>,
  charging: Charging,
): boolean =>
  !chargedOnline.includes(method) || (charging !== null && chargeOf(method, store)?.service === charging.service);

/** The methods that a row may have. Only one of the rows that are not charged yet may start a payment (N-02). */
export function methodsFor(
  row: Pick<CartPayment, 'method' | 'key'> | null,
  rows: readonly Pick<CartPayment, 'method' | 'key' | 'can_modify'>[],
  store: PaidStore,
  charging: Charging,
): PaymentMethod[] {
  const taken = rows.some((r) => r.key !== row?.key && r.can_modify && startsPayment(r.method));
  return store.payment_methods
    .map((m) => m.type)
    .filter((method) => {
      if (method === row?.method) return true;
      return canCharge(method, store, charging) && !(taken && startsPayment(method));
    });
}

/** The store's account for cards: its id, and the public key for the vendor's script; null: it takes none online. */
export function cardAccountOf(store: Pick<Store, 'country' | 'gateways'>): CardAccount | null {
  const id = chargeOf('mercadopago-online', store)?.gatewayId;
  const key = store.gateways.find((g) => g.id === id)?.public_key ?? null;
  return id === undefined || key === null ? null : { gateway: id, publicKey: key };
}
