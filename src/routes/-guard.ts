import { redirect, useNavigate } from '@tanstack/react-router';
import type { Profile } from '#contract/wire/stores.ts';
import { backTarget, rememberBackTarget, takeWantedPage } from '#data/session/return-pages.ts';
import { cartOf } from '#data/cart/cart-store.ts';
import { queryClient } from '#data/api/query-client.ts';
import { forPerson } from '#data/session/acting.ts';
import { currentUser } from '#data/session/session.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { RouteName, RouteRule } from '#domain/routes.ts';
import { guardDecision, pathOf, routeRules } from '#domain/routes.ts';
import { kitchenRole } from '#domain/roles.ts';

/** Runs the guard of a route by its rule in domain/routes; throws the redirect (F-18 to F-24). */
export function enter(name: RouteName, storeId: number | null = null): void {
  const rule: RouteRule = routeRules[name];
  const profile =
    storeId === null ? undefined : queryClient.getQueryData<Profile>(storeQueries.profile(storeId).queryKey);
  const cart = storeId === null ? null : cartOf(storeId);
  const decision = guardDecision(rule, {
    loggedIn: currentUser() !== null,
    member: profile ? forPerson(profile).store : null,
    cartLines: cart ? cart.lines.length : null,
  });
  switch (decision) {
    case 'login':
      throw redirect({ to: '/login', replace: true });
    case 'previous':
      throw redirect({ href: backTarget(null), replace: true });
    case 'home':
    case 'plan': {
      const search = decision === 'plan' ? ({ plan: true } as const) : {};
      throw redirect({ to: '/$storeId/home', params: { storeId: String(storeId) }, search, replace: true });
    }
    case null:
      if (rule.backTarget && storeId !== null) rememberBackTarget(pathOf(name, storeId));
  }
}

/** True when the signed-in account is a kitchen screen of that store. */
export const isKitchenOf = (storeId: number): boolean =>
  queryClient.getQueryData<Profile>(storeQueries.profile(storeId).queryKey)?.store.pivot.role === kitchenRole;

/** Where to go after any login: to the page of the QR code that the user scanned, else to the stores. */
export function useAfterLogin(): () => void {
  const navigate = useNavigate();
  return () => {
    const wanted = takeWantedPage();
    void (wanted === null
      ? navigate({ to: '/', replace: true })
      : navigate({ to: wanted.to, params: { code: wanted.code }, replace: true }));
  };
}
