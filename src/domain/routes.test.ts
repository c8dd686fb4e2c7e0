import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guardDecision, pathOf, routeRules } from './routes.ts';
import type { RouteRule } from './routes.ts';

describe('the route table', () => {
  it('has exactly the documented paths (F-17)', () => {
    const section =
      readFileSync('docs/requirements.md', 'utf8').split('## Route table (N-01)')[1]?.split('\n## ')[0] ?? '';
    const documented = [...section.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].flatMap(([, paths = '']) =>
      [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    );
    // Their parameters are read by the screens; the view of the cash register is part of the path.
    const withoutQuery = documented.map((path) => (path.includes('view=') ? path : (path.split('?')[0] ?? '')));
    expect(
      Object.values(routeRules)
        .map((rule) => rule.path)
        .toSorted(),
    ).toEqual(withoutQuery.toSorted());
  });

  it('has every named route of both specifications (F-16)', () => {
    const named = [
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
    expect(Object.keys(routeRules)).toEqual(expect.arrayContaining(named));
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

  it('needs a user on every route but those of guests and the few that anybody may open (F-18, F-19)', () => {
    const open = (access: RouteRule['access']): string[] =>
      Object.entries(routeRules).flatMap(([name, r]) => (r.access === access ? [name] : []));
    expect(open('guest')).toEqual([
      'signin',
      'login',
      'social',
      'forgot.phone',
      'forgot.email',
      'forgot.verification',
      'kiosk',
    ]);
    expect(open('any')).toEqual(['code', 'guest.code', 'guest.table', 'duplicated']);
  });

  it('resets the scroll everywhere but at checkout (F-29)', () => {
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
