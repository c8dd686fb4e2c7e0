import { codesOnMap } from '#domain/floor-map.ts';
import type * as z from 'zod/mini';
import type { Catalog } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import type { Currency } from '#domain/money.ts';
import { defaultCurrency } from '#domain/money.ts';
import type { Pivot } from '#domain/roles.ts';
import type { Code, FloorMap, Seller, ServiceType, Store, StoreStatus } from '#domain/store.ts';
import { customerRole } from '#domain/roles.ts';
import type { catalog, discountRule } from '#contract/catalog.ts';
import type { statusNotice, store, storeProfile, storeStatus } from '#contract/stores.ts';
import { readInstant, readMoney, readOptional, WireError, writeInstant, writeMoney } from './amounts.ts';

export type WireStore = z.infer<typeof store>;
export type WireStatus = z.infer<typeof storeStatus>;
export type StatusNotice = z.infer<typeof statusNotice>;
export type WireProfile = z.infer<typeof storeProfile>;
export type WireCatalog = z.infer<typeof catalog>;
export type WireDiscountRule = z.infer<typeof discountRule>;

export interface Profile {
  /**
   * The position of the staff's feed up to which the profile has everything; null when something has changed that only
   * a new read brings. Records of earlier versions lack it.
   */
  readonly asOf?: number | null;
  readonly store: Store;
  readonly codes: readonly Code[];
  readonly maps: readonly FloorMap[];
  readonly discounts: readonly DiscountRule[];
  readonly sellers: readonly Seller[];
  readonly catalog: Catalog;
}

const eachService = <T, R>(
  { LOCAL, TAKEAWAY, DELIVERY }: Readonly<Record<ServiceType, T | null>>,
  read: (value: T) => R,
): Record<ServiceType, R | null> => ({
  LOCAL: readOptional(LOCAL, read),
  TAKEAWAY: readOptional(TAKEAWAY, read),
  DELIVERY: readOptional(DELIVERY, read),
});

export const readStatus = (wire: WireStatus): StoreStatus => ({
  open: wire.open,
  immediate: wire.type.inmediate,
  preorder: wire.type.preorder,
  delay: wire.delay,
  autoclose: readOptional(wire.autoclose, readInstant),
  autoclose_asked: wire.autoclose_asked,
  autoclose_accepted: wire.autoclose_accepted,
  paused_until: eachService(wire.paused_until, readInstant),
});

export const writeStatus = (status: StoreStatus): WireStatus => ({
  open: status.open,
  type: { inmediate: status.immediate, preorder: status.preorder },
  delay: status.delay,
  autoclose: readOptional(status.autoclose, writeInstant),
  autoclose_asked: status.autoclose_asked,
  autoclose_accepted: status.autoclose_accepted,
  paused_until: eachService(status.paused_until, writeInstant),
});

export const writeHours = (hours: Store['hours']): WireStore['hours'] =>
  hours.map((d) => ({ day_idx: d.day_idx, hours: [...d.hours] }));

export const writeStatusNotice = ({ status, hours }: Pick<Store, 'status' | 'hours'>): StatusNotice => ({
  ...writeStatus(status),
  hours: writeHours(hours),
});

/** The store's own currency, else '$ ' with 2 decimals (M-01). */
export const currencyOf = (wire: Pick<WireStore, 'info'>): Currency =>
  wire.info.personalize.currency ?? defaultCurrency;

/** What a person without a role in a store is to it. */
export const customerPivot: Pivot = { role: customerRole, owner: false, config: { vatCategory: null } };

export function readStore({ info, status, pivot, ...rest }: WireStore): Store {
  return { ...rest, pivot: pivot ?? customerPivot, status: readStatus(status), currency: currencyOf({ info }) };
}

function writePivot({ role, ...pivot }: Pivot): WireStore['pivot'] {
  return role === customerRole ? null : { ...pivot, role };
}

export function writeStore({ currency, status, ...rest }: Store): WireStore {
  return {
    ...rest,
    pivot: writePivot(rest.pivot),
    payment_methods: [...rest.payment_methods],
    hours: writeHours(rest.hours),
    gateways: [...rest.gateways],
    services: rest.services.map((s) => ({ ...s, options: [...s.options] })),
    status: writeStatus(status),
    info: { personalize: { currency: { ...currency } } },
  };
}

export const readCatalog = (wire: WireCatalog, currency: Currency): Catalog => ({
  id: wire.id,
  sections: wire.sections,
  items: wire.items.map((item) => ({
    ...item,
    price: readMoney(item.price, currency),
    groups: item.groups.map((g) => ({
      ...g,
      additionals: g.additionals.map((a) => ({
        id: a.id,
        name: a.name,
        price: readMoney(a.price, currency),
        max: a.max,
        group_id: a.group_id,
      })),
    })),
  })),
});

export const writeCatalog = (catalog: Catalog, currency: Currency): WireCatalog => ({
  id: catalog.id,
  sections: catalog.sections.map((s) => ({ ...s })),
  items: catalog.items.map((item) => ({
    ...item,
    price: writeMoney(item.price, currency),
    catalogs: item.catalogs && [...item.catalogs],
    groups: item.groups.map((g) => ({
      ...g,
      constraints: { ...g.constraints },
      additionals: g.additionals.map((a) => {
        const price = writeMoney(a.price, currency);
        return { ...a, price, quantity: 0, unit_price: price };
      }),
    })),
  })),
});

export function readDiscountRule(wire: WireDiscountRule): DiscountRule {
  const { value, products_from, products_to, products_combination, type, ...scope } = wire;
  if (type === 'PERCENTAGE') {
    if (value === null) throw new WireError(`discount ${wire.id} has no value`);
    return { ...scope, type, value };
  }
  if (products_from === null || products_to === null || products_combination === null)
    throw new WireError(`discount ${wire.id} has no quantities`);
  return { ...scope, type, products_from, products_to, products_combination };
}

export function writeDiscountRule(rule: DiscountRule): WireDiscountRule {
  const percentage = rule.type === 'PERCENTAGE';
  return {
    id: rule.id,
    name: rule.name,
    catalogs: [...rule.catalogs],
    from: rule.from,
    to: rule.to,
    days: rule.days && [...rule.days],
    target: rule.target && [...rule.target],
    type: rule.type,
    value: percentage ? rule.value : null,
    products_from: percentage ? null : rule.products_from,
    products_to: percentage ? null : rule.products_to,
    products_combination: percentage ? null : rule.products_combination,
  };
}

/** The rarely changing part of the answer of T-01. The sync engine has the orders. */
export const readProfile = (wire: Omit<WireProfile, 'orders' | 'tickets' | 'payouts'>): Profile => ({
  asOf: wire.head ?? null,
  store: readStore(wire.store),
  codes: wire.codes,
  maps: wire.maps.map(({ id, name, draw }) => ({ id, name, tables: codesOnMap(draw) })),
  discounts: wire.discounts.map(readDiscountRule),
  sellers: wire.sellers,
  catalog: readCatalog(wire.catalog, currencyOf(wire.store)),
});
