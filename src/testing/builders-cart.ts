import type { Cart } from '#domain/cart.ts';
import { newCart } from '#domain/cart.ts';
import type { Catalog, Item } from '#domain/catalog.ts';
import { money } from '#domain/money.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { serviceTypes } from '#domain/store.ts';

/** A store with every service, of which `immediate` are available now. */
export const cartStore = (
  immediate: readonly ServiceType[] = serviceTypes,
): Pick<Store, 'id' | 'services' | 'status'> => ({
  id: 3,
  services: serviceTypes.map((type) => ({
    type,
    status: true,
    options: [
      { type: 'immediate', status: immediate.includes(type) },
      { type: 'scheduled', status: true },
    ],
  })),
  status: {
    open: true,
    immediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } },
    preorder: true,
    delay: 15,
    autoclose: null,
    autoclose_asked: false,
    autoclose_accepted: false,
    paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
  },
});

export const table: Cart['code'] = { id: 7, code: 'm7', description: 'Mesa 7', type: 'LOCAL', group: false };
export const groupTable: Cart['code'] = { id: 8, code: 'm8', description: 'Mesa 8', type: 'LOCAL', group: true };
export const roomService: Cart['code'] = {
  id: 9,
  code: 'h1',
  description: 'Habitación 1',
  type: 'DELIVERY',
  group: false,
};

/**
 * An item of 100 × id cents. Its one group takes `asks` to 2 sauces, ids id × 100 + 10 and + 20, of 10 and 20 cents.
 */
export const plainItem = (id: number, asks = 0): Item => ({
  id,
  name: `Plato ${id}`,
  description: null,
  price: money(id * 100),
  image_sm: null,
  image_md: null,
  section_id: 1,
  groups: [
    {
      id,
      name: 'Salsa',
      constraints: { min: asks, max: 2 },
      additionals: [10, 20].map((n) => ({
        id: id * 100 + n,
        name: `Salsa ${n}`,
        price: money(n),
        max: 2,
        group_id: id,
      })),
    },
  ],
  catalogs: null,
  assembly_id: null,
});

export const smallCatalog: Catalog = {
  id: 1,
  sections: [{ id: 1, name: 'Platos' }],
  items: [plainItem(1), plainItem(2), plainItem(3, 1)],
};
export const emptyCart = newCart(cartStore(), 'LOCAL', table);
