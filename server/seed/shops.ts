import type { Gateway, Plan, Country, PaymentMethod, Service, ServiceType } from '#domain/store.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { DayHours, HourRange, Weekday } from '#domain/time.ts';
import { asuncionTown, type DemoTown, donPepeTown, laEsquinaTown } from '#server/modules/geo/demo-streets.ts';
import { laEsquinaCafe } from './menus/la-esquina-cafe.ts';
import { laEsquinaKitchen } from './menus/la-esquina-kitchen.ts';
import { laEsquinaPlates } from './menus/la-esquina-plates.ts';
import type { MenuSection } from './menus/menu.ts';
import { donPepeMenu, grillMenu, kioscoMenu, otraTiendaMenu } from './menus/other-menus.ts';
import type { FiscalIssuer } from '#domain/fiscal-documents.ts';
import type { StaffOf } from './people.ts';

/** A delivery zone around the store: radius in metres, fees in major units. */
export interface ShopZone {
  readonly name: string;
  readonly metres: number;
  readonly fee: number;
  readonly freeFrom: number | null;
  readonly minimum: number | null;
  readonly highWait?: boolean;
}

/** A demo store. */
export interface SeedShop {
  readonly name: string;
  readonly description: string | null;
  readonly logo: string | null;
  readonly address: { readonly small: string; readonly complete: string };
  readonly place: Geolocation;
  readonly country: Country;
  readonly plan: Plan;
  readonly vat: 1 | 2 | null;
  readonly open: boolean;
  readonly preorder: boolean;
  readonly delay: number;
  readonly services: readonly Service[];
  readonly hours: readonly DayHours[];
  readonly payments: readonly {
    readonly type: PaymentMethod;
    readonly title: string;
    readonly description: string | null;
  }[];
  /** Delivery zones; absent = no delivery. */
  readonly delivery?: { readonly town: DemoTown; readonly zones: readonly ShopZone[] };
  readonly gateways: readonly Omit<Gateway, 'id'>[];
  /** Who it is for the tax authority, at the sandbox; absent: it does not invoice. */
  readonly fiscal?: FiscalIssuer;
  readonly staff: StaffOf;
  readonly menu: readonly MenuSection[];
}

const service = (type: ServiceType, status: boolean, scheduled = false): Service => ({
  type,
  status,
  options: [
    { type: 'immediate', status },
    { type: 'scheduled', status: status && scheduled },
  ],
});

const week: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const everyDay = (...hours: HourRange[]): DayHours[] => week.map((day_idx) => ({ day_idx, hours }));

const method = (type: PaymentMethod, title: string, description: string | null = null) => ({
  type,
  title,
  description,
});
const cash = method('cash', 'Efectivo');
const agree = method('agree', 'A convenir');
const transfer = method('bank-transfer', 'Transferencia bancaria', 'Alias: LA.ESQUINA.BAR');
const quiet = { support: false, order_ready: false, delay: 0, delay_display: null };

export const shops: readonly SeedShop[] = [
  {
    name: 'La Esquina',
    description: 'Bar y restaurante de barrio, desde 1987.',
    logo: '/sellers/pictures/hot-beverage.svg',
    address: { small: 'Av. Corrientes 3499', complete: 'Av. Corrientes 3499, Balvanera, Buenos Aires' },
    place: laEsquinaTown.centre,
    country: 'AR',
    plan: 'premium',
    vat: 1,
    open: true,
    preorder: true,
    delay: 20,
    services: [service('LOCAL', true), service('TAKEAWAY', true, true), service('DELIVERY', true, true)],
    delivery: {
      town: laEsquinaTown,
      zones: [
        { name: 'Centro', metres: 380, fee: 900, freeFrom: 30_000, minimum: 5_000 },
        { name: 'Alrededores', metres: 560, fee: 1_800, freeFrom: null, minimum: 8_000, highWait: true },
      ],
    },
    // Open past midnight from Thursday to Saturday.
    hours: week.map((day_idx) => ({
      day_idx,
      hours: [
        { from: '08:00', to: '16:00' },
        { from: '19:00', to: day_idx >= 4 && day_idx <= 6 ? '02:30' : '00:30' },
      ],
    })),
    payments: [
      cash,
      agree,
      transfer,
      method('mercadopago-qr', 'Mercado Pago QR', 'Se cobra con el código en pantalla.'),
      method('mercadopago-online', 'Mercado Pago online'),
      method('card-credit', 'Tarjeta de crédito', 'Posnet en la mesa.'),
      method('card-debit', 'Tarjeta de débito', 'Posnet en la mesa.'),
      method('cuenta-dni', 'Cuenta DNI'),
    ],
    gateways: [
      {
        type: 'payment',
        name: 'Mercado Pago (prueba)',
        service: 'mercadopago',
        config: quiet,
        public_key: 'TEST-sandbox-public-key',
      },
      { type: 'billing', name: 'ARCA (prueba)', service: 'sandbox', config: quiet, public_key: null },
      {
        type: 'shipping',
        name: 'Cadetes de la zona (prueba)',
        service: 'sandbox',
        config: {
          support: true,
          order_ready: true,
          delay: 10,
          delay_display: 'El envío puede demorar 10 minutos más.',
        },
        public_key: null,
      },
    ],
    fiscal: {
      name: 'La Esquina S.R.L.',
      taxId: '30711111111',
      address: 'Av. Corrientes 3499, Balvanera, Buenos Aires',
      condition: 'registered',
      point: 3,
      establishment: 1,
      grossIncome: '30711111111',
      startedOn: '1987-03-01',
      timbrado: null,
      activity: null,
    },
    staff: [
      { who: 'ana', role: 'owner' },
      { who: 'bruno', role: 'manager' },
      { who: 'carla', role: 'operator' },
      { who: 'diego', role: 'seller' },
      { who: 'elena', role: 'consultant' },
    ],
    menu: [...laEsquinaCafe, ...laEsquinaKitchen, ...laEsquinaPlates],
  },
  {
    name: 'Rotisería Don Pepe',
    description: 'Comida casera para llevar.',
    logo: '/sellers/pictures/poultry-leg.svg',
    address: { small: 'San Martín 812', complete: 'San Martín 812, Quilmes, Buenos Aires' },
    place: donPepeTown.centre,
    country: 'AR',
    plan: 'standard',
    vat: 2,
    open: true,
    preorder: false,
    delay: 25,
    services: [service('LOCAL', false), service('TAKEAWAY', true), service('DELIVERY', true)],
    delivery: {
      town: donPepeTown,
      zones: [{ name: 'Centro', metres: 560, fee: 700.5, freeFrom: 20_000, minimum: null }],
    },
    hours: everyDay({ from: '10:30', to: '15:00' }, { from: '19:00', to: '23:30' }),
    payments: [cash, agree, method('cuenta-dni', 'Cuenta DNI')],
    gateways: [],
    staff: [
      { who: 'ana', role: 'owner' },
      { who: 'carla', role: 'operator' },
    ],
    menu: donPepeMenu,
  },
  {
    name: 'Kiosco Sol',
    description: null,
    logo: null,
    address: { small: 'Mitre 150', complete: 'Mitre 150, Avellaneda, Buenos Aires' },
    place: { lat: -34.6618, lng: -58.3669 },
    country: 'AR',
    plan: 'free',
    vat: null,
    open: true,
    preorder: false,
    delay: 10,
    services: [service('LOCAL', false), service('TAKEAWAY', true), service('DELIVERY', false)],
    hours: [],
    payments: [cash],
    gateways: [],
    staff: [{ who: 'ana', role: 'owner' }],
    menu: kioscoMenu,
  },
  {
    name: 'Asunción Grill',
    description: 'Parrilla paraguaya.',
    logo: '/sellers/pictures/cut-of-meat.svg',
    address: { small: 'Palma esq. Alberdi', complete: 'Palma esq. Alberdi, Asunción' },
    place: asuncionTown.centre,
    country: 'PY',
    plan: 'premium',
    vat: 1,
    open: true,
    preorder: true,
    delay: 15,
    services: [service('LOCAL', true), service('TAKEAWAY', false), service('DELIVERY', true, true)],
    delivery: {
      town: asuncionTown,
      zones: [
        { name: 'Centro', metres: 380, fee: 10_000, freeFrom: 150_000, minimum: 30_000 },
        { name: 'Alrededores', metres: 560, fee: 18_000, freeFrom: null, minimum: 50_000, highWait: true },
      ],
    },
    hours: everyDay({ from: '11:00', to: '15:00' }, { from: '18:00', to: '01:00' }),
    payments: [cash, agree, method('bancard', 'Bancard'), method('bank-transfer', 'Transferencia bancaria')],
    gateways: [{ type: 'billing', name: 'SIFEN (prueba)', service: 'sandbox', config: quiet, public_key: null }],
    fiscal: {
      name: 'Asunción Grill S.A.',
      taxId: '80012345-0',
      address: 'Palma esq. Alberdi, Asunción',
      condition: 'registered',
      point: 1,
      establishment: 1,
      grossIncome: null,
      startedOn: '2024-01-02',
      timbrado: '12557662',
      activity: 'Restaurantes y parrillas',
    },
    staff: [
      { who: 'ana', role: 'owner' },
      { who: 'diego', role: 'seller' },
    ],
    menu: grillMenu,
  },
  {
    name: 'Otra Tienda',
    description: 'Panadería.',
    logo: '/sellers/pictures/croissant.svg',
    address: { small: 'Rivadavia 4100', complete: 'Rivadavia 4100, Almagro, Buenos Aires' },
    place: { lat: -34.6125, lng: -58.4208 },
    country: 'AR',
    plan: 'premium',
    vat: 1,
    open: true,
    preorder: false,
    delay: 10,
    services: [service('LOCAL', true), service('TAKEAWAY', true), service('DELIVERY', false)],
    hours: everyDay({ from: '08:00', to: '20:00' }),
    payments: [cash, agree],
    gateways: [],
    staff: [{ who: 'gabi', role: 'owner' }],
    menu: otraTiendaMenu,
  },
];
