import type { Currency } from './money.ts';
import { defaultCurrency } from './money.ts';
import type { Abilities, Pivot } from './roles.ts';
import { isAdmin } from './roles.ts';
import type { DayHours, Instant } from './time.ts';

/** The three service types (F-03). */
export const serviceTypes = ['LOCAL', 'TAKEAWAY', 'DELIVERY'] as const;
export type ServiceType = (typeof serviceTypes)[number];

/** Discounts and items refer to these (C-47, M-02). */
export const catalogTypes = ['LOCAL', 'TAKEAWAY', 'DELIVERY', 'ONLINE'] as const;
export type CatalogType = (typeof catalogTypes)[number];

export const whens = ['immediate', 'scheduled'] as const;
export type When = (typeof whens)[number];

/** In ascending order (H-06). */
export const plans = ['free', 'standard', 'premium'] as const;
export type Plan = (typeof plans)[number];

export const countries = ['AR', 'PY'] as const;
export type Country = (typeof countries)[number];

/** All rules that depend on the store's country (F-45). */
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
  /** When the store closes automatically (N-06); null: no closing is announced. */
  readonly autoclose: Instant | null;
  /** Whether people were asked about closing at `autoclose`. */
  readonly autoclose_asked: boolean;
  /** They accepted it: do not ask again. */
  readonly autoclose_accepted: boolean;
  /** When a paused service resumes automatically (B5); null: only when a person switches it on. */
  readonly paused_until: Readonly<Record<ServiceType, Instant | null>>;
}

/** How long a service stays off: «Por 30 min», «Hasta mañana», or until a person switches it on (B5). */
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
  /** Ids of the codes on its drawing, in reading order. */
  readonly tables: readonly number[];
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
    /** Minutes that the service adds to the times of a delivery (T-31). */
    readonly delay: number;
    /** What customers read about that delay; null: nothing. */
    readonly delay_display: string | null;
  };
  readonly public_key: string | null;
}

interface ShippingDelay {
  readonly minutes: number;
  readonly words: string | null;
}

/** The delay that a shipping gateway adds; null when it adds none (T-31). */
export const gatewayDelay = ({ delay, delay_display }: Gateway['config']): ShippingDelay | null =>
  delay > 0 ? { minutes: delay, words: delay_display } : null;

/** The delay of the store's shipping gateway; null without one (T-31). */
export function shippingDelay({ gateways }: Pick<Store, 'gateways'>): ShippingDelay | null {
  const gateway = gateways.find((g) => g.type === 'shipping');
  return gateway ? gatewayDelay(gateway.config) : null;
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

/** What every device knows of the store's register. */
export interface CashboxNotice {
  /** The open register; null: none. */
  readonly id: number | null;
  /** The staff takes orders only while a register is open (N-09). */
  readonly block: boolean;
  /** A payment in cash opens the drawer of the device that took it. */
  readonly drawer: boolean;
}

/** What guests at the tables can do without an account. */
export interface GuestSettings {
  /** They see the menu and the bill, and call for the waiter. */
  readonly guests: boolean;
  /** They order, too. */
  readonly guest_orders: boolean;
  /** Most units in one of their orders. */
  readonly guest_units_max: number;
}

/** Whether the staff takes no orders because no register is open (N-09). */
export const takesNoOrders = ({ cashbox }: Pick<Store, 'cashbox'>): boolean =>
  cashbox !== undefined && cashbox.block && cashbox.id === null;

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
  /** Records of earlier versions lack it. */
  readonly cashbox?: CashboxNotice;
  /** Records of earlier versions lack it. */
  readonly guests?: GuestSettings;
  readonly gateways: readonly Gateway[];
  readonly allowImmediateRequests: boolean;
  readonly allowScheduledRequests: boolean;
  readonly services: readonly Service[];
  readonly currency: Currency;
  /** How many seconds a cached store list stays valid. */
  readonly expires_in: number;
}

export const planAtLeast = (plan: Plan, least: Plan): boolean => plans.indexOf(plan) >= plans.indexOf(least);

/** Sets the store's status and the fields derived from it. */
export const withStatus = (store: Store, status: StoreStatus): Store => ({
  ...store,
  status,
  allowImmediateRequests: status.open && status.immediate.open,
  allowScheduledRequests: status.preorder,
});

type Offering = Pick<Store, 'services' | 'status'>;

/** The services that the store has: listed and enabled (B-08, H-19 to H-21). */
export const enabledServices = (store: Pick<Store, 'services'>): ServiceType[] =>
  serviceTypes.filter((type) => store.services.some((s) => s.type === type && s.status));

/**
 * Services for which staff may take an immediate order now (H-43, T-29, T-30, N-54): enabled, with the immediate
 * option, and not switched off in the status. The store need not be open.
 */
export const immediateServices = (store: Offering): ServiceType[] =>
  enabledServices(store).filter(
    (type) =>
      store.status.immediate.services[type] &&
      store.services.some((s) => s.type === type && s.options.some((o) => o.type === 'immediate' && o.status)),
  );

/** Services for scheduled orders: preorder on, and DELIVERY or TAKEAWAY with the option on (K-33). */
export const scheduledServices = (store: Offering): ServiceType[] =>
  store.status.preorder
    ? enabledServices(store).filter(
        (type) =>
          type !== 'LOCAL' &&
          store.services.some((s) => s.type === type && s.options.some((o) => o.type === 'scheduled' && o.status)),
      )
    : [];

/**
 * Services that a customer may order now: those of the staff while the store is open, never in the venue (N-54). What is
 * ordered there belongs to a table.
 */
export const customerImmediateServices = (store: Offering & Pick<Store, 'allowImmediateRequests'>): ServiceType[] =>
  store.allowImmediateRequests ? immediateServices(store).filter((type) => type !== 'LOCAL') : [];

/** The catalog for an order (C-47, K-02). */
export const catalogTypeOf = (type: ServiceType, code: Pick<Code, 'type'> | null): CatalogType =>
  type === 'LOCAL' && code ? code.type : 'ONLINE';

export const defaultCode = (codes: readonly Code[]): Code | null =>
  codes.find((c) => c.default) ?? codes.find((c) => !c.group) ?? null;

export type HomeView = 'board' | 'plan' | 'shortcuts';

/** Checked in this order: admin, free plan, shortcuts (H-02 to H-04, D-03). */
export const homeView = (store: Pick<Store, 'pivot' | 'plan'>): HomeView =>
  isAdmin(store.pivot.role) ? 'board' : store.plan === 'free' ? 'plan' : 'shortcuts';

export type SideColumn = 'maps' | 'codes' | 'status' | 'none';

/** Maps if any, else codes, else the app's status; nothing on the free plan (H-05). */
export const sideColumn = (plan: Plan, maps: number, codes: number): SideColumn =>
  plan === 'free' ? 'none' : maps > 0 ? 'maps' : codes > 0 ? 'codes' : 'status';
