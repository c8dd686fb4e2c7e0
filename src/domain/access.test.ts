import { describe, expect, it } from 'vitest';
import { abilityRules, can, refusalFor } from './permissions.ts';
import { guardDecision, pathOf, routeRules } from './routes.ts';
import type { RouteRule } from './routes.ts';
import type { Pivot, Plan, Role, Store } from './store.ts';
import {
  abilitiesOf,
  catalogTypeOf,
  countryRules,
  defaultCode,
  enabledServices,
  homeView,
  immediateServices,
  isAdmin,
  planAtLeast,
  plans,
  roles,
  scheduledServices,
  serviceTypes,
  sideColumn,
} from './store.ts';

const pivot = (role: Role, canDiscount?: boolean): Pivot => ({
  role,
  owner: role === 'owner',
  config: { vatCategory: null, ...(canDiscount === undefined ? {} : { canDiscount }) },
});

describe('who is who', () => {
  it('serves exactly three service types (F-03)', () => {
    expect(serviceTypes).toEqual(['LOCAL', 'TAKEAWAY', 'DELIVERY']);
  });

  it('admin is owner, manager or operator, decided in one function (H-44, H-45, H-46, D-01)', () => {
    expect(roles.filter(isAdmin)).toEqual(['owner', 'manager', 'operator']);
  });

  it('plans rise from free over standard to premium (H-06)', () => {
    expect(plans).toEqual(['free', 'standard', 'premium']);
    expect(planAtLeast('standard', 'premium')).toBe(false);
    expect(planAtLeast('premium', 'standard')).toBe(true);
  });

  it('every ability has its documented default (H-51, N-28, K-16)', () => {
    const none = { canDiscount: false, canChooseSeller: false, canManageOrders: false, canManageStore: false };
    expect(abilitiesOf(pivot('manager'))).toEqual({
      canDiscount: true,
      canChooseSeller: true,
      canManageOrders: true,
      canManageStore: true,
    });
    expect(abilitiesOf(pivot('seller'))).toEqual(none);
    expect(abilitiesOf(pivot('consultant', true))).toEqual({ ...none, canDiscount: true });
  });

  it('fills every rule of both countries (F-45)', () => {
    expect(Object.keys(countryRules)).toEqual(['AR', 'PY']);
    expect(countryRules.AR).toMatchObject({
      phonePrefix: '+54',
      addressNeedsNumber: true,
      currency: { symbol: '$ ', decimals: 2 },
    });
    expect(countryRules.PY).toMatchObject({
      phonePrefix: '+595',
      addressNeedsNumber: false,
      currency: { symbol: 'Gs. ', decimals: 0 },
    });
  });
});

describe('the table of rights', () => {
  const member = (role: Role, plan: Plan) => ({ pivot: { role }, plan });

  it('premium adds invoices only; orders, maps, codes and the register come with standard (H-10, D-02)', () => {
    for (const ability of [
      'order.create',
      'maps.view',
      'codes.view',
      'group.open',
      'cashbox.view',
      'printpoint.manage',
    ] as const)
      expect(plans.map((plan) => refusalFor(ability, member('owner', plan)))).toEqual(['plan_required', null, null]);
    expect(plans.map((plan) => refusalFor('invoice.create', member('owner', plan)))).toEqual([
      'plan_required',
      'plan_required',
      null,
    ]);
  });

  it('the board is for admins on every plan (B-01)', () => {
    for (const plan of plans)
      expect(roles.map((role) => refusalFor('board.view', member(role, plan)))).toEqual([
        null,
        null,
        null,
        'forbidden',
        'forbidden',
      ]);
  });

  it('a promo code is for whoever may give a discount, on every plan (K-16, N-28)', () => {
    for (const plan of plans) {
      const refusals = (canDiscount?: boolean) =>
        roles.map((role) => refusalFor('order.discount', { pivot: pivot(role, canDiscount), plan }));
      expect(refusals()).toEqual([null, null, null, 'forbidden', 'forbidden']);
      expect(refusals(false)).toEqual([null, null, null, 'forbidden', 'forbidden']);
      expect(refusals(true)).toEqual([null, null, null, null, null]);
    }
  });

  it('asks for the role before the plan', () => {
    expect(refusalFor('cashbox.view', member('seller', 'free'))).toBe('forbidden');
  });

  it('gives a consultant exactly what a seller has (D-25)', () => {
    for (const ability of Object.keys(abilityRules) as (keyof typeof abilityRules)[])
      for (const plan of plans)
        expect(can(ability, member('consultant', plan))).toBe(can(ability, member('seller', plan)));
  });
});

describe('the route table', () => {
  const names = [
    'store.home',
    'store.orders.kanban',
    'store.maps.index',
    'store.codes.index',
    'store.cart.address',
    'store.cart.catalog',
    'store.cart.checkout',
    'store.camera.index',
    'store.orderGroup.create',
    'store.orderGroup.billing.invoice',
    'store.order.billing.invoice',
    'paying',
    'store.cashbox.index',
    'store.cashbox.settings',
  ];

  it('holds every named route with a path (F-16, F-17)', () => {
    for (const name of names) expect(routeRules).toHaveProperty([name, 'path']);
  });

  it('has {store_id} on all store routes (F-14)', () => {
    for (const [name, rule] of Object.entries(routeRules))
      if (name.startsWith('store.') || name === 'paying') expect(rule.path).toContain('{store_id}');
  });

  it('has {id} on invoices and {type} and {id} on paying (F-15)', () => {
    expect(routeRules['store.order.billing.invoice'].path).toContain('{id}');
    expect(routeRules['store.orderGroup.billing.invoice'].path).toContain('{id}');
    expect(routeRules.paying.path).toBe('/{store_id}/paying/{type}/{id}');
  });

  it('marks the order-taking screens as needing a cart (F-20)', () => {
    const marked = Object.entries(routeRules).filter(([, rule]) => 'needCart' in rule);
    expect(marked.map(([name]) => name)).toEqual(['store.cart.address', 'store.cart.catalog', 'store.cart.checkout']);
  });

  it('resets the scroll everywhere but at checkout', () => {
    const kept = Object.entries(routeRules).filter(([, r]) => 'keepsScroll' in r);
    expect(kept.map(([name]) => name)).toEqual(['store.cart.checkout']);
  });

  it('writes a path for a store', () => {
    expect(pathOf('store.home', 7)).toBe('/7/home');
  });

  const anywhere = {
    loggedIn: true,
    member: { pivot: { role: 'owner' as const }, plan: 'premium' as const },
    cartLines: 1,
  };
  const rule = (name: keyof typeof routeRules): RouteRule => routeRules[name];

  it.each([
    ['a missing user goes to login (F-18)', rule('select'), { ...anywhere, loggedIn: false }, 'login'],
    ['a logged-in user leaves a guest route (F-19)', rule('login'), anywhere, 'previous'],
    ['a missing cart goes home (F-21, C-01)', rule('store.cart.catalog'), { ...anywhere, cartLines: null }, 'home'],
    ['an empty cart is enough for the catalog', rule('store.cart.catalog'), { ...anywhere, cartLines: 0 }, null],
    [
      'an empty cart goes home from checkout (F-22, K-57)',
      rule('store.cart.checkout'),
      { ...anywhere, cartLines: 0 },
      'home',
    ],
    [
      'a disallowed role goes home (F-23, B-01)',
      rule('store.orders.kanban'),
      { ...anywhere, member: { pivot: { role: 'seller' as const }, plan: 'premium' as const } },
      'home',
    ],
    [
      'a disallowed plan goes home, where what it lacks is said (F-24, B4)',
      rule('store.cart.catalog'),
      { ...anywhere, member: { pivot: { role: 'owner' as const }, plan: 'free' as const } },
      'plan',
    ],
    [
      'a disallowed role on a disallowed plan hears nothing of plans (F-23)',
      rule('store.cashbox.index'),
      { ...anywhere, member: { pivot: { role: 'seller' as const }, plan: 'free' as const } },
      'home',
    ],
    ['everything else comes in', rule('store.cart.checkout'), anywhere, null],
  ])('%s', (_, r, context, expected) => {
    expect(guardDecision(r, context)).toBe(expected);
  });
});

describe('what a store offers', () => {
  const store = (
    more: { LOCAL?: boolean; preorder?: boolean; immediate?: boolean; scheduled?: boolean; status?: boolean } = {},
  ): Pick<Store, 'services' | 'status'> => ({
    services: serviceTypes.map((type) => ({
      type,
      status: more.status ?? true,
      options: [
        { type: 'immediate', status: more.immediate ?? true },
        { type: 'scheduled', status: more.scheduled ?? true },
      ],
    })),
    status: {
      open: false,
      immediate: { open: true, services: { LOCAL: more.LOCAL ?? true, TAKEAWAY: true, DELIVERY: true } },
      preorder: more.preorder ?? true,
      delay: 0,
      autoclose: null,
      autoclose_asked: false,
      autoclose_accepted: false,
      paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
    },
  });

  it('depends on the status and the service, not on being open (T-29, T-30, N-54)', () => {
    expect(immediateServices(store())).toEqual(['LOCAL', 'TAKEAWAY', 'DELIVERY']);
    expect(immediateServices(store({ LOCAL: false }))).toEqual(['TAKEAWAY', 'DELIVERY']);
    expect(immediateServices(store({ immediate: false }))).toEqual([]);
    expect(immediateServices(store({ status: false }))).toEqual([]);
    expect(enabledServices(store({ status: false }))).toEqual([]);
  });

  it('schedules only take-away and delivery, and only with preorder (K-33)', () => {
    expect(scheduledServices(store())).toEqual(['TAKEAWAY', 'DELIVERY']);
    expect(scheduledServices(store({ preorder: false }))).toEqual([]);
    expect(scheduledServices(store({ scheduled: false }))).toEqual([]);
  });

  it('takes the catalog from the code for LOCAL and ONLINE for the rest (C-47, K-02)', () => {
    expect(catalogTypeOf('LOCAL', { type: 'LOCAL' })).toBe('LOCAL');
    expect(catalogTypeOf('LOCAL', null)).toBe('ONLINE');
    expect(catalogTypeOf('TAKEAWAY', { type: 'LOCAL' })).toBe('ONLINE');
    expect(catalogTypeOf('DELIVERY', null)).toBe('ONLINE');
  });

  it('has a default code: the marked one, else the first without group (H-35)', () => {
    const code = (id: number, group: boolean, isDefault = false) => ({
      id,
      code: `C${id}`,
      description: '',
      type: 'LOCAL' as const,
      group,
      default: isDefault,
      waiting_count: 0,
    });
    expect(defaultCode([code(1, false), code(2, false, true)])?.id).toBe(2);
    expect(defaultCode([code(1, true), code(2, false)])?.id).toBe(2);
    expect(defaultCode([code(1, true)])).toBeNull();
  });

  it('shows admins the board, then the plan panel, then shortcuts (H-02, H-03, H-04, D-03)', () => {
    expect(homeView({ pivot: pivot('operator'), plan: 'free' })).toBe('board');
    expect(homeView({ pivot: pivot('seller'), plan: 'free' })).toBe('plan');
    expect(homeView({ pivot: pivot('seller'), plan: 'standard' })).toBe('shortcuts');
  });

  it('puts maps, else codes, else the status beside it, nothing on free', () => {
    expect([
      sideColumn('premium', 1, 1),
      sideColumn('premium', 0, 1),
      sideColumn('standard', 0, 0),
      sideColumn('free', 1, 1),
    ]).toEqual(['maps', 'codes', 'status', 'none']);
  });
});
