import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { setKiosk } from '#data/kiosk/kiosk.ts';
import { storeQueries } from '#data/store/stores.ts';
import { FullPage } from '#features/shell/not-found.tsx';
import { enter, isKitchenOf } from '#routes/-guard.ts';
import { BoardWithDetail } from './-board.tsx';

/** Lazy: only kitchen screens need this code. */
const Kiosk = lazy(async () => ({ default: (await import('./-kiosk.tsx')).KioskBoard }));

export const Route = createFileRoute('/$storeId/orders/kanban')({
  validateSearch: ({ kiosk }): { kiosk?: 1 } => (kiosk === 1 || kiosk === '1' ? { kiosk: 1 } : {}),
  beforeLoad: ({ params, search, preload }) => {
    const storeId = Number(params.storeId);
    // A kitchen screen always shows the board in kiosk mode.
    if (search.kiosk !== 1 && isKitchenOf(storeId))
      throw redirect({ to: '/$storeId/orders/kanban', params, search: { kiosk: 1 }, replace: true });
    enter('store.orders.kanban', storeId);
    if (!preload) setKiosk(search.kiosk === 1);
  },
  onLeave: () => setKiosk(false),
  component: function BoardRoute() {
    const { storeId } = Route.useParams();
    const { kiosk } = Route.useSearch();
    const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
    if (kiosk !== 1) return <BoardWithDetail profile={profile} />;
    return (
      <Suspense fallback={<FullPage kind="store" />}>
        <Kiosk profile={profile} />
      </Suspense>
    );
  },
});
