import type * as z from 'zod/mini';
import type { guestRequest, guestState, guestTable, staffGuestRequest } from '#contract/guest.ts';
import type { Catalog } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import type { GuestRequestKind, GuestRequestState } from '#domain/guest.ts';
import type { Currency, Money } from '#domain/money.ts';
import type { GroupStatus } from '#domain/order-group.ts';
import type { Code, Store, StoreStatus } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { readInstant, readMoney, readOptional } from './amounts.ts';
import { readCatalog, readDiscountRule, readStatus } from './stores.ts';

export type WireGuestRequest = z.infer<typeof guestRequest>;
export type WireGuestState = z.infer<typeof guestState>;
export type WireGuestTable = z.infer<typeof guestTable>;

/** What a guest at a table asked for, and what became of it. */
export interface GuestRequest {
  readonly id: number;
  /** The device's own name of it. */
  readonly key: string;
  readonly kind: GuestRequestKind;
  readonly state: GuestRequestState;
  readonly lines: readonly (Omit<WireGuestRequest['lines'][number], 'price'> & { readonly price: Money })[];
  readonly total: Money;
  readonly note: string | null;
  readonly reason: string | null;
  readonly order_number: number | null;
  readonly created_at: Instant;
  readonly ended_at: Instant | null;
}

/** The same for the staff, with the table. */
export interface StaffGuestRequest extends GuestRequest {
  readonly code_id: number;
  readonly description: string;
  /** The order that it became. */
  readonly order_id: number | null;
}

/** What a table owes, without the names of people. */
export interface GuestBill {
  readonly status: GroupStatus;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly price: Money }[];
  readonly subtotal: Money;
  readonly discount: Money;
  readonly tip: Money;
  readonly total: Money;
}

/** How a guest's visit stands. */
export interface GuestStanding {
  /** Newest first. */
  readonly requests: readonly GuestRequest[];
  /** null while no table is open. */
  readonly bill: GuestBill | null;
}

/** A table as its guests see it. */
export interface GuestTable {
  readonly store: Pick<Store, 'id' | 'name' | 'logo_url' | 'cover' | 'currency' | 'timezone' | 'address'>;
  readonly code: Pick<Code, 'code' | 'description' | 'type'>;
  readonly status: StoreStatus;
  readonly can_order: boolean;
  readonly units_max: number;
  readonly catalog: Catalog;
  readonly discounts: readonly DiscountRule[];
}

/** Wire request -> domain; `currency` is the store's. Throws WireError if it breaks the contract. */
export const readGuestRequest = (wire: WireGuestRequest, currency: Currency): GuestRequest => ({
  ...wire,
  lines: wire.lines.map((line) => ({ ...line, price: readMoney(line.price, currency) })),
  total: readMoney(wire.total, currency),
  created_at: readInstant(wire.created_at),
  ended_at: readOptional(wire.ended_at, readInstant),
});

export const readStaffRequest = (wire: z.infer<typeof staffGuestRequest>, currency: Currency): StaffGuestRequest => ({
  ...readGuestRequest(wire, currency),
  code_id: wire.code_id,
  description: wire.description,
  order_id: wire.order_id,
});

export const readGuestStanding = ({ requests, bill }: WireGuestState, currency: Currency): GuestStanding => ({
  requests: requests.map((request) => readGuestRequest(request, currency)),
  bill: readOptional(bill, (wire) => ({
    status: wire.status,
    lines: wire.lines.map((line) => ({ ...line, price: readMoney(line.price, currency) })),
    subtotal: readMoney(wire.subtotal, currency),
    discount: readMoney(wire.discount, currency),
    tip: readMoney(wire.tip, currency),
    total: readMoney(wire.total, currency),
  })),
});

export const readGuestTable = (wire: WireGuestTable): GuestTable => ({
  ...wire,
  status: readStatus(wire.status),
  catalog: readCatalog(wire.catalog, wire.store.currency),
  discounts: wire.discounts.map(readDiscountRule),
});
