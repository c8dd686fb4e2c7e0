import type { Member, StoreAbility } from './permissions.ts';
import { refusalFor } from './permissions.ts';

/**
 * The route table of both specifications: name -> path and guards (F-14 to F-24, N-01). Paths are relative to /sellers.
 * Guards and back targets read it. A planned screen already has a row.
 */
export interface RouteRule {
  readonly path: string;
  readonly access: 'user' | 'guest' | 'any';
  readonly ability?: StoreAbility;
  readonly needCart?: 'cart' | 'items';
  /** 'Back' returns to the last visited route with this flag (F-27). */
  readonly backTarget?: boolean;
  readonly keepsScroll?: boolean;
}

export const routeRules = {
  select: { path: '/', access: 'user' },
  signin: { path: '/signin', access: 'guest' },
  login: { path: '/login', access: 'guest' },
  social: { path: '/social/{provider}', access: 'guest' },
  'forgot.phone': { path: '/user/forgot/phone', access: 'guest' },
  'forgot.email': { path: '/user/forgot/email', access: 'guest' },
  'forgot.verification': { path: '/user/forgot/verification', access: 'guest' },
  kiosk: { path: '/kiosk', access: 'guest' },
  pair: { path: '/pair/{code}', access: 'user' },
  /** The target of a code's QR (N-29). */
  code: { path: '/c/{code}', access: 'any' },
  /** The tables that a code may name, and one of them, for guests without an account. */
  'guest.code': { path: '/guest/{code}', access: 'any' },
  'guest.table': { path: '/guest/{store_id}/{code}', access: 'any' },
  duplicated: { path: '/duplicated', access: 'any' },
  /** The profile of a person who has no store, or has not chosen one. */
  'user.general': { path: '/user/settings/general', access: 'user' },
  'user.password': { path: '/user/settings/password', access: 'user' },
  'store.user.general': { path: '/{store_id}/user/settings/general', access: 'user' },
  'store.user.password': { path: '/{store_id}/user/settings/password', access: 'user' },
  'store.home': { path: '/{store_id}/home', access: 'user', backTarget: true },
  'store.orders.kanban': { path: '/{store_id}/orders/kanban', access: 'user', ability: 'board.view', backTarget: true },
  'store.pair': { path: '/{store_id}/pair', access: 'user', ability: 'store.manage' },
  'store.maps.index': { path: '/{store_id}/maps/index', access: 'user', ability: 'maps.view', backTarget: true },
  'store.codes.index': { path: '/{store_id}/codes/index', access: 'user', ability: 'codes.view', backTarget: true },
  'store.cart.address': { path: '/{store_id}/cart/address', access: 'user', ability: 'order.create', needCart: 'cart' },
  'store.cart.catalog': { path: '/{store_id}/cart/catalog', access: 'user', ability: 'order.create', needCart: 'cart' },
  'store.cart.checkout': {
    path: '/{store_id}/cart/checkout',
    access: 'user',
    ability: 'order.create',
    needCart: 'items',
    keepsScroll: true,
  },
  'store.camera.index': { path: '/{store_id}/camera', access: 'user' },
  'store.guests': { path: '/{store_id}/guests', access: 'user', ability: 'guest.read', backTarget: true },
  'store.orderGroup.create': { path: '/{store_id}/orderGroup/create', access: 'user', ability: 'group.open' },
  'store.order.billing.invoice': {
    path: '/{store_id}/order/{id}/billing/invoice',
    access: 'user',
    ability: 'invoice.create',
  },
  'store.orderGroup.billing.invoice': {
    path: '/{store_id}/orderGroup/{id}/billing/invoice',
    access: 'user',
    ability: 'invoice.create',
  },
  paying: { path: '/{store_id}/paying/{type}/{id}', access: 'user' },
  'store.config.index': { path: '/{store_id}/config/index', access: 'user', ability: 'config.view' },
  'store.config.printpoint': {
    path: '/{store_id}/config/printpoint/form',
    access: 'user',
    ability: 'printpoint.manage',
  },
  'store.past': { path: '/{store_id}/past', access: 'user', ability: 'past.view' },
  'store.cashbox.index': { path: '/{store_id}/cashbox/index', access: 'user', ability: 'cashbox.view' },
  'store.cashbox.settings': {
    path: '/{store_id}/cashbox/index?view=settings',
    access: 'user',
    ability: 'cashbox.view',
  },
  'customer.stores': { path: '/customer/stores', access: 'user' },
  'customer.order': { path: '/customer/{store_id}/order/{id}', access: 'user' },
} as const satisfies Record<string, RouteRule>;

export type RouteName = keyof typeof routeRules;

export interface GuardContext {
  readonly loggedIn: boolean;
  /** The caller's membership in the path's store; null outside a store. */
  readonly member: Member | null;
  /** The number of lines in that store's cart; null without a cart. */
  readonly cartLines: number | null;
}

/**
 * Where a guard redirects: to login, to the previous place, to store.home, or to store.home with a notice about the
 * plan (B4); null = the route may open (F-18 to F-24).
 */
export function guardDecision(rule: RouteRule, at: GuardContext): 'login' | 'previous' | 'home' | 'plan' | null {
  if (rule.access === 'user' && !at.loggedIn) return 'login';
  if (rule.access === 'guest' && at.loggedIn) return 'previous';
  const refusal = rule.ability && at.member ? refusalFor(rule.ability, at.member) : null;
  if (refusal) return refusal === 'plan_required' ? 'plan' : 'home';
  if (rule.needCart && at.cartLines === null) return 'home';
  if (rule.needCart === 'items' && at.cartLines === 0) return 'home';
  return null;
}

/** '/{store_id}/home' with 7 -> '/7/home'. */
export const pathOf = (name: RouteName, storeId?: number): string =>
  routeRules[name].path.replace('{store_id}', String(storeId ?? ''));

/** The store's id in an address; 0 = none. */
export const storeIdOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/** The tabs of the profile, as its address names them. */
const profileTabs = ['general', 'password'] as const;
export type ProfileTab = (typeof profileTabs)[number];
export const isProfileTab = (text: unknown): text is ProfileTab => profileTabs.some((tab) => tab === text);
