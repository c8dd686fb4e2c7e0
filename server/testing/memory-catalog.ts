import { cashPayment, plainSubmission } from '#testing/submission.ts';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import type { Item } from '#domain/catalog.ts';
import type { KnownPromocode } from '#domain/promocode.ts';
import type { DeliveryZone } from '#domain/shipping.ts';
import { abilitiesOf, type Pivot, type Role } from '#domain/roles.ts';
import { type Code, type Seller, type Store } from '#domain/store.ts';
import { buildCode, buildGroup, buildItem, buildStore, pesos } from '#testing/builders.ts';

/** The shop of MemoryShop: a minimal La Esquina with its staff. */
export const memoryStore: Store = buildStore();

export const memoryItems: readonly Item[] = [
  buildItem({ id: 1, name: 'Medialuna de manteca', price: pesos(1_100) }),
  buildItem({
    id: 2,
    name: 'Café',
    price: pesos(2_500.5),
    groups: [buildGroup({ id: 1, options: [['Leche', 300]] })],
  }),
  // A price that binary fractions cannot represent.
  buildItem({ id: 3, name: 'Empanada de humita', price: pesos(1_138.29) }),
];

export const memoryCodes: readonly Code[] = [
  buildCode(),
  buildCode({ id: 2, code: 'LE-B2', description: 'Barra 2', default: false }),
];

export const memoryPromocodes: readonly KnownPromocode[] = [
  { promocode: { code: 'DIEZ', type: 'PERCENTAGE', value: 10 }, expires_at: null, services: null },
];

/** A square of about a kilometre around the shop. */
export const memoryZones: readonly DeliveryZone[] = [
  {
    id: 1,
    area: [
      { lat: -34.608, lng: -58.42 },
      { lat: -34.608, lng: -58.409 },
      { lat: -34.599, lng: -58.409 },
      { lat: -34.599, lng: -58.42 },
    ],
    fee_base: pesos(900),
    fee_free: pesos(30_000),
    order_minimum: pesos(5_000),
    raining: false,
    high_wait: false,
  },
];

interface Colleague extends Seller {
  readonly role: Role;
}

/** Ids 1 to 3 are admins, 4 and 5 are not; all other ids are unknown. */
export const memoryStaff: readonly Colleague[] = [
  { id: 1, fullname: 'Ana Ferreyra', role: 'owner' },
  { id: 2, fullname: 'Bruno Acosta', role: 'manager' },
  { id: 3, fullname: 'Carla Domínguez', role: 'operator' },
  { id: 4, fullname: 'Diego Benítez', role: 'seller' },
  { id: 5, fullname: 'Elena Suárez', role: 'consultant' },
];

export const memoryPivot = (role: Role): Pivot => ({ role, owner: role === 'owner', config: { vatCategory: 1 } });

export const memoryStoreFor = (pivot: Pivot): Omit<Store, 'gateways'> => ({
  ...memoryStore,
  pivot,
  abilities: abilitiesOf(pivot),
});

/**
 * The submission that a device would send for `quantity` medialunas at Barra 1, paid in cash, priced by the shop's
 * catalog.
 */
export function memorySubmission(uid: string, quantity = 1, more: Partial<OrderSubmission> = {}): OrderSubmission {
  const { currency } = memoryStore;
  const products = memoryItems
    .slice(0, 1)
    .map((item) => ({ ...item, price: writeMoney(item.price, currency), quantity }));
  const { total } = plainSubmission(products, { uid });
  return plainSubmission(products, { uid, type: 'LOCAL', payments: [cashPayment(total)], code: 1, ...more });
}
