import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { usePerson } from '#data/session/acting.ts';
import { storeQueries } from '#data/store/stores.ts';
import { CashboxPage } from '#features/cashbox/cashbox-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { PendingOf } from './-invoice-of.tsx';

export const Route = createFileRoute('/$storeId/cashbox/index')({
  /** 'settings': the first setup (D-04). */
  validateSearch: ({ view }: Record<string, unknown>): { view?: 'settings' } => (view === 'settings' ? { view } : {}),
  beforeLoad: ({ params }) => enter('store.cashbox.index', Number(params.storeId)),
  component: CashboxRoute,
});

function CashboxRoute() {
  const { storeId } = Route.useParams();
  const { view } = Route.useSearch();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const user = usePerson(Number(storeId));
  const navigate = useNavigate();
  const params = { storeId };
  if (!user) return null;
  return (
    <CashboxPage
      headerActions={<SyncStatus store={profile.store} />}
      notices={<PendingOf store={profile.store} />}
      settings={view === 'settings'}
      store={profile.store}
      user={user}
      onOrders={() => void navigate({ to: '/$storeId/orders/kanban', params })}
      onSettings={(shown) =>
        void navigate({
          to: '/$storeId/cashbox/index',
          params,
          search: shown ? { view: 'settings' } : {},
          replace: true,
        })
      }
    />
  );
}
