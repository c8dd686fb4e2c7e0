import type { Currency } from './money.ts';
import { defaultCurrency } from './money.ts';
import type { DayHours, Instant } from './time.ts';

/** Exactly three ways of serving (F-03). */
export const serviceTypes = ['LOCAL', 'TAKEAWAY', 'DELIVERY'] as const;
export type ServiceType = (typeof serviceTypes)[number];

/** What discounts and item look-up go by (C-47, M-02). */
export const catalogTypes = ['LOCAL', 'TAKEAWAY', 'DELIVERY', 'ONLINE'] as const;
export type CatalogType = (typeof catalogTypes)[number];

export const whens = ['immediate', 'scheduled'] as const;
export type When = (typeof whens)[number];

/** Lowest first (H-06). */
export const plans = ['free', 'standard', 'premium'] as const;
export type Plan = (typeof plans)[number];

/** Roles of people. */
export const roles = ['owner', 'manager', 'operator', 'seller', 'consultant'] as const;
/** A kitchen screen: given by pairing alone, never to people. */
export const kitchenRole = 'kitchen';
export type StaffRole = (typeof roles)[number];
export type Role = StaffRole | typeof kitchenRole;

export const countries = ['AR', 'PY'] as const;
export type Country = (typeof countries)[number];

/** Every rule that depends on the store's country, in one place (F-45). */
export const countryRules: Readonly<
  Record<
    Country,
    {
      currency: Currency;
      timezone: string;
      phonePrefix: string;
      addressNeedsNumber: boolean;
      invoice: 'AR' | 'PY';
      map: { lat: number; lng: number; zoom: number };
    }
  >
> = {
  AR: {
    currency: defaultCurrency,
    timezone: 'America/Argentina/Buenos_Aires',
    phonePrefix: '+54',
    addressNeedsNumber: true,
    invoice: 'AR',
    map: { lat: -35.2, lng: -65.2, zoom: 6 },
  },
  PY: {
    currency: { symbol: 'Gs. ', decimals: 0 },
    timezone: 'America/Asuncion',
    phonePrefix: '+595',
    addressNeedsNumber: false,
    invoice: 'PY',
    map: { lat: -23.25, lng: -58.47, zoom: 7 },
  },
};

export interface StoreStatus {
  readonly open: boolean;
  readonly immediate: { readonly open: boolean; readonly services: Readonly<Record<ServiceType, boolean>> };
  readonly preorder: boolean;
  /** Minutes, a multiple of 5, never below 0 (T-06). */
  readonly delay: number;
  /** When the store closes by itself (N-06); null = nothing is announced. */
  readonly autoclose: Instant | null;
  /** People were asked whether it may close at `autoclose`. */
  readonly autoclose_asked: boolean;
  /** They said yes: nobody is asked about it again. */
  readonly autoclose_accepted: boolean;
  /** When a service that is switched off comes back by itself (B5); null = when somebody switches it on. */
  readonly paused_until: Readonly<Record<ServiceType, Instant | null>>;
}

/** How long a service is switched off for: «Por 30 min», «Hasta mañana», or until somebody switches it on (B5). */
export const pauses = ['half_hour', 'next_day', 'open_end'] as const;
export type Pause = (typeof pauses)[number];

export interface Service {
  readonly type: ServiceType;
  readonly status: boolean;
  readonly options: readonly { readonly type: When; readonly status: boolean }[];
}

export interface Code {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly type: CatalogType;
  readonly group: boolean;
  readonly default: boolean;
  readonly waiting_count: number;
}

export interface FloorMap {
  readonly id: number;
  readonly name: string;
}

export interface Seller {
  readonly id: number;
  readonly fullname: string;
}

export interface Gateway {
  readonly id: number;
  readonly type: 'billing' | 'shipping' | 'payment';
  readonly name: string;
  readonly service: string;
  readonly config: {
    readonly support: boolean;
    readonly order_ready: boolean;
    readonly delay: number;
    readonly delay_display: boolean;
  };
  readonly public_key: string | null;
}

export const paymentMethods = [
  'agree',
  'cash',
  'card',
  'card-credit',
  'card-debit',
  'mercadopago-online',
  'mercadopago-qr',
  'cuenta-dni',
  'bank-transfer',
  'bancard',
  'pos-mobile',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export interface StorePaymentMethod {
  readonly type: PaymentMethod;
  readonly title: string;
  readonly description: string | null;
}

/** The documented abilities of the profile (H-51, N-28). */
export interface Abilities {
  readonly canDiscount: boolean;
  readonly canChooseSeller: boolean;
  readonly canManageOrders: boolean;
  readonly canManageStore: boolean;
}

export interface Pivot {
  readonly role: Role;
  readonly owner: boolean;
  readonly config: { readonly vatCategory: 1 | 2 | null; readonly canDiscount?: boolean };
}

export interface Store {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly logo: string | null;
  readonly logo_url: string | null;
  readonly cover: string | null;
  readonly address: { readonly small: string; readonly complete: string };
  readonly country: Country;
  readonly timezone: string;
  readonly plan: Plan;
  readonly pivot: Pivot;
  readonly abilities: Abilities;
  readonly payment_methods: readonly StorePaymentMethod[];
  readonly hours: readonly DayHours[];
  readonly status: StoreStatus;
  readonly gateways: readonly Gateway[];
  readonly allowImmediateRequests: boolean;
  readonly allowScheduledRequests: boolean;
  readonly services: readonly Service[];
  readonly currency: Currency;
  /** Seconds that a cached store list may be shown. */
  readonly expires_in: number;
}

/** Admin is the role owner, manager or operator, and nothing else decides it (H-44, H-45, D-01). */
export const isAdmin = (role: Role): boolean => role === 'owner' || role === 'manager' || role === 'operator';

export const planAtLeast = (plan: Plan, least: Plan): boolean => plans.indexOf(plan) >= plans.indexOf(least);

/** Admins may do all; the others discount only when their membership says so (N-28). */
export function abilitiesOf(pivot: Pick<Pivot, 'role'> & Partial<Pick<Pivot, 'config'>>): Abilities {
  const admin = isAdmin(pivot.role);
  return {
    canDiscount: admin || pivot.config?.canDiscount === true,
    canChooseSeller: admin,
    canManageOrders: admin,
    canManageStore: admin,
  };
}

/** The store with another status, and what follows from it. */
export const withStatus = (store: Store, status: StoreStatus): Store => ({
  ...store,
  status,
  allowImmediateRequests: status.open && status.immediate.open,
  allowScheduledRequests: status.preorder,
});

type Offering = Pick<Store, 'services' | 'status'>;

/** The store has the service at all: it is listed and switched on (B-08, H-19 to H-21). */
export const enabledServices = (store: Pick<Store, 'services'>): ServiceType[] =>
  serviceTypes.filter((type) => store.services.some((s) => s.type === type && s.status));

/**
 * Services that a person may take an order for right now (H-43, T-29, T-30, N-54): enabled, immediate offered, and not
 * switched off in the status. Whether the store is open does not matter to staff.
 */
export const immediateServices = (store: Offering): ServiceType[] =>
  enabledServices(store).filter(
    (type) =>
      store.status.immediate.services[type] &&
      store.services.some((s) => s.type === type && s.options.some((o) => o.type === 'immediate' && o.status)),
  );

/** Scheduled orders: preorder on, and DELIVERY or TAKEAWAY with the option on (K-33). */
export const scheduledServices = (store: Offering): ServiceType[] =>
  store.status.preorder
    ? enabledServices(store).filter(
        (type) =>
          type !== 'LOCAL' &&
          store.services.some((s) => s.type === type && s.options.some((o) => o.type === 'scheduled' && o.status)),
      )
    : [];

/** The catalog that an order is taken from (C-47, K-02). */
export const catalogTypeOf = (type: ServiceType, code: Pick<Code, 'type'> | null): CatalogType =>
  type === 'LOCAL' && code ? code.type : 'ONLINE';

export const defaultCode = (codes: readonly Code[]): Code | null =>
  codes.find((c) => c.default) ?? codes.find((c) => !c.group) ?? null;

export type HomeView = 'board' | 'plan' | 'shortcuts';

/** Evaluated in the written order: admin, then free plan, then shortcuts (H-02 to H-04, D-03). */
export const homeView = (store: Pick<Store, 'pivot' | 'plan'>): HomeView =>
  isAdmin(store.pivot.role) ? 'board' : store.plan === 'free' ? 'plan' : 'shortcuts';

export type SideColumn = 'maps' | 'codes' | 'status' | 'none';

/** Maps if any, else codes, else app status; nothing on the free plan (H-05). */
export const sideColumn = (plan: Plan, maps: number, codes: number): SideColumn =>
  plan === 'free' ? 'none' : maps > 0 ? 'maps' : codes > 0 ? 'codes' : 'status';
