import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { useCart } from '#data/cart/cart-store.ts';
import { useSeats } from '#data/groups/seats.ts';
import { usePerson } from '#data/session/acting.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { CartPanel, CartSheet } from '#features/cart/cart-panel.tsx';
import { CatalogPage } from '#features/catalog/catalog-page.tsx';
import { useTakeOrder } from '#features/checkout/use-take-order.ts';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { toast } from '#ui/toast/toast.ts';
import { enter } from '#routes/-guard.ts';
import { useAfterOrder } from './-after-order.ts';

export const Route = createFileRoute('/$storeId/cart/catalog')({
  beforeLoad: ({ params }) => enter('store.cart.catalog', Number(params.storeId)),
  component: function CatalogRoute() {
    const { storeId } = Route.useParams();
    const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
    const cart = useCart((s) => s.shown);
    const user = usePerson(Number(storeId));
    return cart && user ? <CatalogWithCart cart={cart} profile={profile} user={user} /> : null;
  },
});

/** Catalog and cart side by side. An order that needs no checkout can be finished here (C-07). */
function CatalogWithCart({
  cart,
  profile,
  user,
}: {
  readonly cart: Cart;
  readonly profile: Profile;
  readonly user: User;
}) {
  const navigate = useNavigate();
  const storeId = profile.store.id;
  const people = useSeats(cart);
  /** The open cart sheet, optionally focused on an item; null while closed. */
  const [sheet, setSheet] = useState<{ readonly focusItem?: number } | null>(null);
  const [editLine, setEditLine] = useState<string | null>(null);
  const { send, sending, refusal, phoneIsWrong } = useTakeOrder({
    profile,
    cart,
    user,
    onTaken: useAfterOrder(profile, cart.byCustomer),
  });
  useEffect(() => {
    if (refusal !== null) toast.show({ kind: 'error', text: refusal });
  }, [refusal]);
  const params = useMemo(() => ({ storeId: String(storeId) }), [storeId]);
  const toAddress = (): void => void navigate({ to: '/$storeId/cart/address', params });
  const addressed = cart.type !== 'DELIVERY' || cart.address !== null;
  const toCheckout = useCallback(
    (): void => void navigate({ to: addressed ? '/$storeId/cart/checkout' : '/$storeId/cart/address', params }),
    [navigate, params, addressed],
  );
  useEffect(() => {
    // The invalid phone field is on the checkout.
    if (phoneIsWrong) toCheckout();
  }, [phoneIsWrong, toCheckout]);

  const shared = {
    cart,
    profile,
    locked: sending,
    onNext: toCheckout,
    onAddress: toAddress,
    onEditLine: ({ key }: CartLine) => {
      setSheet(null);
      setEditLine(key);
    },
  };
  return (
    <>
      <CatalogPage
        cart={cart}
        cartPanel={<CartPanel {...shared} />}
        editLine={editLine}
        // A customer queues nothing.
        headerActions={cart.byCustomer ? undefined : <SyncStatus store={profile.store} />}
        people={people}
        profile={profile}
        submitting={sending}
        onFinish={() => void send()}
        onLineEdited={() => setEditLine(null)}
        onNext={shared.onNext}
        onOpenCart={(itemId) => setSheet(itemId === undefined ? {} : { focusItem: itemId })}
      />
      <CartSheet {...shared} {...sheet} open={sheet !== null} onClose={() => setSheet(null)} />
    </>
  );
}
