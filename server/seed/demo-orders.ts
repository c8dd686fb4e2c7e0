import { eq } from 'drizzle-orm';
import type { Catalog, Item, Selection } from '#domain/catalog.ts';
import { add, money, zero } from '#domain/money.ts';
import type { Address, OrderStatus, RejectReason } from '#domain/order.ts';
import { priceOrder } from '#domain/pricing.ts';
import { catalogTypeOf, countryRules, type PaymentMethod, type ServiceType } from '#domain/store.ts';
import { after, type Instant, minutes, wallTime } from '#domain/time.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { codes } from '#server/db/schema/stores.ts';
import { loadCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
import { insertGroup } from '#server/modules/groups/groups-store.ts';
import { insertOrder } from '#server/modules/orders/place-order.ts';
import type { Person } from './people.ts';

interface DemoOrder {
  readonly minutesAgo: number;
  readonly status: OrderStatus;
  readonly type: ServiceType;
  readonly place?: string;
  readonly who?: string;
  readonly comments?: string;
  readonly seller?: Person;
  readonly customer?: Person;
  readonly address?: Address;
  readonly pay?: PaymentMethod;
  readonly items: readonly (readonly [name: string, quantity: number, comments?: string])[];
  readonly reject?: readonly [reason: RejectReason, message: string];
}

const demoOrders: readonly DemoOrder[] = [
  {
    minutesAgo: 190,
    status: 'COMPLETE',
    type: 'LOCAL',
    place: 'Barra 2',
    seller: 'diego',
    pay: 'cash',
    items: [
      ['Café con leche', 2],
      ['Medialuna de manteca', 4],
    ],
  },
  {
    minutesAgo: 155,
    status: 'COMPLETE',
    type: 'TAKEAWAY',
    who: 'Marcela',
    pay: 'card-debit',
    items: [
      ['Tostado de jamón y queso', 2],
      ['Jugo de naranja', 2],
    ],
  },
  {
    minutesAgo: 120,
    status: 'REJECTED',
    type: 'TAKEAWAY',
    who: 'Sin nombre',
    pay: 'agree',
    items: [['Docena de empanadas', 1]],
    reject: ['missing_products', 'La tienda se quedó sin alguno de los productos que pediste.'],
  },
  {
    minutesAgo: 48,
    status: 'DELIVER',
    type: 'LOCAL',
    place: 'Mesa 4',
    seller: 'diego',
    items: [
      ['Milanesa napolitana', 2],
      ['Gaseosa 500 ml', 2, 'Sin hielo'],
    ],
  },
  {
    minutesAgo: 41,
    status: 'DELIVER',
    type: 'DELIVERY',
    customer: 'fede',
    who: 'Federico Molina',
    comments: 'El timbre no anda, llamar al llegar.',
    pay: 'cash',
    address: { address_line_1: 'Bulnes 1040', address_line_2: '3.º B', geolocation: { lat: -34.5987, lng: -58.4166 } },
    items: [
      ['Hamburguesa doble cheddar', 2],
      ['Papas fritas', 1],
      ['Cerveza artesanal', 2],
    ],
  },
  {
    minutesAgo: 24,
    status: 'ACCEPTED',
    type: 'LOCAL',
    place: 'Mesa 7',
    seller: 'carla',
    items: [
      ['Picada La Esquina', 1],
      ['Cerveza artesanal', 3],
      ['Agua mineral 500 ml', 1],
    ],
  },
  {
    minutesAgo: 15,
    status: 'ACCEPTED',
    type: 'TAKEAWAY',
    who: 'Ignacio',
    pay: 'bank-transfer',
    items: [
      ['Pizza napolitana', 1, 'Bien cocida'],
      ['Fainá', 2],
    ],
  },
  {
    minutesAgo: 7,
    status: 'PENDING',
    type: 'LOCAL',
    place: 'Barra 1',
    seller: 'elena',
    pay: 'cash',
    items: [
      ['Submarino', 1],
      ['Budín de limón', 1],
    ],
  },
  {
    minutesAgo: 2,
    status: 'PENDING',
    type: 'TAKEAWAY',
    who: 'Lucía',
    comments: 'Sin cubiertos.',
    pay: 'cash',
    items: [
      ['Ensalada César', 1],
      ['Flan casero', 2],
    ],
  },
];

/** The smallest valid selection: the first options of each group up to its minimum. */
function firstChoices(item: Item): Selection {
  const selection: Record<number, number> = {};
  for (const group of item.groups) {
    let missing = group.constraints.min;
    for (const additional of group.additionals) {
      const taken = Math.min(missing, additional.max);
      if (taken > 0) selection[additional.id] = taken;
      missing -= taken;
    }
  }
  return selection;
}

const itemNamed = (catalog: Catalog, name: string): Item => {
  const item = catalog.items.find((i) => i.name === name);
  if (!item) throw new Error(`the menu has no ${name}`);
  return item;
};

/** Inserts orders of the last three hours in every column, so the board is full at the first look. */
export async function insertDemoOrders(
  tx: Tx,
  storeId: number,
  userIds: ReadonlyMap<Person, number>,
  ids: { uuid(): Uuid },
  now: Instant,
): Promise<void> {
  const catalog = await loadCatalog(tx, storeId);
  const rules = await readDiscounts(tx, storeId);
  const places = await tx.select().from(codes).where(eq(codes.store_id, storeId));
  const groups = new Map<number, number>();
  /** The group of an order at a table, opened with the table's first order. */
  const groupAt = async (place: typeof codes.$inferSelect | null, seller: number | null, at: Instant) => {
    if (!place?.group || seller === null) return null;
    const known = groups.get(place.id);
    if (known !== undefined) return known;
    const data = { people: 2, childrens: false, created_by: seller, created_at: at };
    const id = await insertGroup(tx, storeId, { uid: ids.uuid(), code_id: place.id, seller_id: seller, ...data });
    if (id !== null) groups.set(place.id, id);
    return id;
  };
  for (const demo of demoOrders) {
    const at = after(now, -minutes(demo.minutesAgo));
    const place = places.find((c) => c.description === demo.place) ?? null;
    const totals = priceOrder(
      demo.items.map(([name, quantity, comments]) => {
        const item = itemNamed(catalog, name);
        return { item, quantity, selection: firstChoices(item), comments: comments ?? null };
      }),
      rules,
      { type: demo.type, catalogType: catalogTypeOf(demo.type, place), wall: wallTime(at, countryRules.AR.timezone) },
      { discount: null, delivery: demo.type === 'DELIVERY' ? money(250_000) : zero },
    );
    const sellerId = demo.seller ? (userIds.get(demo.seller) ?? null) : null;
    const finished = demo.status === 'COMPLETE' || demo.status === 'REJECTED';
    await insertOrder(tx, storeId, {
      uid: ids.uuid(),
      submission: 'seed',
      type: demo.type,
      status: demo.status,
      origin: demo.customer ? 'customer' : 'store',
      description: demo.who ?? null,
      phone: demo.customer ? '+5491145550106' : null,
      comments: demo.comments ?? null,
      address: demo.address ?? null,
      shipping: demo.address ? { status: 'SENDING', rider: { name: 'Hernán' } } : null,
      subtotal: totals.subtotal,
      discount: totals.discount,
      delivery_amount: totals.delivery_amount,
      total: totals.total,
      price_difference: null,
      promocodes: [],
      ready_by:
        demo.status === 'PENDING' || demo.status === 'REJECTED'
          ? null
          : after(at, minutes(demo.type === 'DELIVERY' ? 45 : 35)),
      is_scheduled: false,
      reject_reason: demo.reject?.[0] ?? null,
      rejected_reason_message: demo.reject?.[1] ?? null,
      created_at: at,
      status_at: after(at, minutes(finished ? 30 : 1)),
      code_id: place?.id ?? null,
      order_group_id: await groupAt(place, sellerId, at),
      user_id: demo.customer ? (userIds.get(demo.customer) ?? null) : null,
      seller_id: sellerId,
      created_by: sellerId,
      lines: totals.lines,
      payments: demo.pay
        ? [
            {
              method: demo.pay,
              amount: add(totals.total),
              option: demo.pay,
              type: demo.pay === 'cash' ? 'exact' : null,
              value: null,
              can_modify: true,
              status: 'APPROVED',
            },
          ]
        : [],
    });
  }
}
