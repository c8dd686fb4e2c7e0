import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { storeQueries } from '#data/store/stores.ts';
import { homeView } from '#domain/store.ts';
import { Shortcuts } from '#features/home/shortcuts.tsx';
import { HomeSideColumn } from '#features/home/side-column.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Panes } from '#ui/layout/screen.tsx';
import { enter, isKitchenOf } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';
import { BoardWithDetail } from './-board.tsx';

const loadPlan = () => importWithRetry(() => import('#features/plan/plan-panel.tsx'));
const PlanPanel = lazy(async () => ({ default: (await loadPlan()).PlanPanel }));
const PlanUpgrade = lazy(async () => ({ default: (await loadPlan()).PlanUpgrade }));
const PlanDialog = lazy(async () => ({ default: (await loadPlan()).PlanDialog }));
/** The height of a status card without pauses, to keep its place while it loads. */
const statusCardPx = 632;
const loadStatus = () => importWithRetry(() => import('./-status.tsx'));
const StatusCard = lazy(async () => ({ default: (await loadStatus()).StatusCard }));
const AppStatusCard = lazy(async () => ({ default: (await loadStatus()).AppStatusCard }));

export const Route = createFileRoute('/$storeId/home')({
  validateSearch: ({ nuevo, plan }): { nuevo?: true; plan?: true } => ({
    ...(nuevo === true && { nuevo }),
    // Set by a guard that redirected here from a screen that the plan lacks.
    ...(plan === true && { plan }),
  }),
  beforeLoad: ({ params }) => {
    // A kitchen screen only shows the board, and every guard redirects here.
    if (isKitchenOf(Number(params.storeId)))
      throw redirect({ to: '/$storeId/orders/kanban', params, search: { kiosk: 1 }, replace: true });
    enter('store.home', Number(params.storeId));
  },
  component: HomeRoute,
});

function HomeRoute() {
  const { storeId } = Route.useParams();
  const { nuevo, plan } = Route.useSearch();
  const navigate = useNavigate();
  /** Why the plans are shown: a guard redirected here, or the person asked. */
  const [plans, setPlans] = useState<'lacking' | 'asked' | null>(plan ? 'lacking' : null);
  if (plan && plans !== 'lacking') setPlans('lacking');
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const { takeOrder, newOrder, chooseCode, openCode } = useStoreActions();
  useEffect(() => {
    if (nuevo) newOrder();
    // Only on arrival: a later render of the frame must not open the picker again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [nuevo]);
  useEffect(() => {
    // Removes the parameter, so that neither a reload nor «back» shows the dialog again.
    if (plan) void navigate({ to: '.', search: {}, replace: true });
  }, [plan, navigate]);
  const view = homeView(profile.store);
  if (view === 'plan')
    return (
      <Suspense>
        <PlanPanel />
      </Suspense>
    );
  return (
    <Panes>
      {view === 'board' ? (
        <BoardWithDetail finishedPanel="drawer" profile={profile} />
      ) : (
        <Shortcuts
          headerActions={<SyncStatus store={profile.store} />}
          profile={profile}
          onCodes={chooseCode}
          onDelivery={() => takeOrder('DELIVERY')}
          onMaps={() => void navigate({ to: '/$storeId/maps/index', params: { storeId } })}
          onLocal={(code) => takeOrder('LOCAL', code)}
          onTakeaway={() => takeOrder('TAKEAWAY')}
        />
      )}
      <HomeSideColumn
        app={
          <Suspense>
            <AppStatusCard store={profile.store} />
          </Suspense>
        }
        profile={profile}
        status={
          <Suspense fallback={<Skeleton height={statusCardPx} />}>
            <StatusCard store={profile.store} />
          </Suspense>
        }
        onCode={openCode}
        upgrade={
          <Suspense>
            <PlanUpgrade onOpen={() => setPlans('asked')} />
          </Suspense>
        }
      />
      {plans ? (
        <Suspense>
          <PlanDialog lacking={plans === 'lacking'} onClose={() => setPlans(null)} />
        </Suspense>
      ) : null}
    </Panes>
  );
}
