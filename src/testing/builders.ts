import type { Item, OptionGroup } from '#domain/catalog.ts';
import { type Money, money, zero } from '#domain/money.ts';
import type { Order, OrderDetailRow, OrderLine } from '#domain/order.ts';
import { abilitiesOf, type Pivot } from '#domain/roles.ts';
import { type Code, countryRules, type Store } from '#domain/store.ts';
import { type Instant, instant } from '#domain/time.ts';

/** Friday 2026-11-20, 20:00 in Buenos Aires, at dinner time. */
export const testNow: Instant = instant(Date.UTC(2026, 10, 20, 23, 0, 0));

/** Converts pesos to Money with two decimals. */
export const pesos = (amount: number): Money => money(Math.round(amount * 100));

export const buildItem = (more: Partial<Item> = {}): Item => ({
  id: 1,
  name: 'Milanesa napolitana',
  description: 'Con jamón, muzzarella y salsa.',
  price: pesos(14_500),
  image_sm: null,
  image_md: null,
  section_id: 1,
  groups: [],
  catalogs: null,
  assembly_id: null,
  ...more,
});

/** `options`: name and price in pesos; ids count up from `id` × 10. */
export const buildGroup = (
  more: Partial<OptionGroup> & { options?: readonly (readonly [name: string, price: number])[] } = {},
): OptionGroup => {
  const { options = [['Papas fritas', 0]], id = 1, ...rest } = more;
  return {
    id,
    name: 'Guarnición',
    constraints: { min: 0, max: 1 },
    additionals: options.map(([name, price], index) => ({
      id: id * 10 + index,
      name,
      price: pesos(price),
      max: 1,
      group_id: id,
    })),
    ...rest,
  };
};

export const buildLine = (more: Partial<OrderLine> = {}): OrderLine => {
  const line = {
    id: 1,
    name: 'Milanesa napolitana',
    quantity: 1,
    unit_price: pesos(14_500),
    discount: zero,
    comments: null,
    additionals: [],
    ...more,
  };
  const extras = line.additionals.reduce((sum, a) => sum + a.price * a.quantity, 0);
  return { price: money((line.unit_price + extras) * line.quantity - line.discount), ...line };
};

const detailOf = (lines: readonly OrderLine[]): OrderDetailRow[] => {
  let id = 0;
  const next = (): number => {
    id += 1;
    return id;
  };
  return lines.flatMap((line) => {
    const row = next();
    const { name, quantity, unit_price, discount, comments } = line;
    return [
      { id: row, ref: null, name, quantity, unit_price, discount, comments },
      ...line.additionals.map((a) => ({
        id: next(),
        ref: row,
        name: a.name,
        quantity: a.quantity,
        unit_price: a.price,
        discount: zero,
        comments: null,
      })),
    ];
  });
};

/** A pending order from ten minutes ago; totals and detail follow the lines unless given. */
export function buildOrder(more: Partial<Order> = {}): Order {
  const items = more.items ?? [buildLine()];
  const subtotal = money(items.reduce((sum, l) => sum + l.price, 0));
  const { discount = zero, delivery_amount = zero } = more;
  const created = instant(testNow - 10 * 60_000);
  return {
    id: 1,
    uid: '01939b1e-0000-7000-8000-000000000001',
    number: 1,
    type: 'LOCAL',
    status: 'PENDING',
    code: { id: 1, code: 'LE-B1', description: 'Barra 1', group: false },
    user: null,
    seller: null,
    origin: 'store',
    description: null,
    phone: null,
    comments: null,
    address: null,
    order_detail: detailOf(items),
    payments: [],
    shipping: null,
    subtotal,
    total: money(subtotal - discount + delivery_amount),
    billings_count: 0,
    promocodes: [],
    created_at: created,
    updated_at: created,
    ready_by: null,
    is_scheduled: false,
    order_group_id: null,
    reject_reason: null,
    rejected_reason_message: null,
    price_difference: null,
    ver: 1,
    status_rev: 1,
    money_rev: 1,
    ...more,
    items,
    discount,
    delivery_amount,
  };
}

export const buildCode = (more: Partial<Code> = {}): Code => ({
  id: 1,
  code: 'LE-B1',
  description: 'Barra 1',
  type: 'LOCAL',
  group: false,
  default: true,
  waiting_count: 0,
  ...more,
});

const owner: Pivot = { role: 'owner', owner: true, config: { vatCategory: 1 } };

/** La Esquina: premium, open, with every service; its abilities follow the pivot. */
export function buildStore(more: Partial<Store> = {}): Store {
  const pivot = more.pivot ?? owner;
  return {
    id: 1,
    name: 'La Esquina',
    description: null,
    logo: null,
    logo_url: null,
    cover: null,
    address: { small: 'Av. Corrientes 3499', complete: 'Av. Corrientes 3499, Balvanera, Buenos Aires' },
    country: 'AR',
    timezone: countryRules.AR.timezone,
    plan: 'premium',
    abilities: abilitiesOf(pivot),
    payment_methods: [
      { type: 'cash', title: 'Efectivo', description: null },
      { type: 'agree', title: 'A convenir', description: null },
    ],
    hours: [],
    status: {
      open: true,
      immediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } },
      preorder: false,
      delay: 20,
      autoclose: null,
      autoclose_asked: false,
      autoclose_accepted: false,
      paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
    },
    gateways: [],
    allowImmediateRequests: true,
    allowScheduledRequests: false,
    services: (['LOCAL', 'TAKEAWAY', 'DELIVERY'] as const).map((type) => ({
      type,
      status: true,
      options: [
        { type: 'immediate', status: true },
        { type: 'scheduled', status: false },
      ],
    })),
    currency: countryRules.AR.currency,
    expires_in: 20,
    ...more,
    pivot,
  };
}

/** The record of a device on which everybody has dismissed the first guide: it would open over what a test looks at. */
export const dismissedGuides = JSON.stringify({
  v: 1,
  value: Object.fromEntries(
    Array.from({ length: 100 }, (_, userId) => [userId, { dismissed: true, finished: [], left: {} }]),
  ),
});
