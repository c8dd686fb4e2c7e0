import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { PastDayPage } from '#features/past-days/past-day-page.tsx';
import { BackLinkContent, backLinkClass } from '#features/print-points/back-link.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';

export const Route = createFileRoute('/$storeId/past')({
  validateSearch: ({ day }: Record<string, unknown>): { day?: string } => (typeof day === 'string' ? { day } : {}),
  beforeLoad: ({ params }) => enter('store.past', Number(params.storeId)),
  component: PastRoute,
});

function PastRoute() {
  const { storeId } = Route.useParams();
  const { day } = Route.useSearch();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const navigate = useNavigate();
  const params = { storeId };
  return (
    <PastDayPage
      back={
        <Link className={backLinkClass} params={params} to="/$storeId/config/index">
          <BackLinkContent to="config" />
        </Link>
      }
      day={day ?? null}
      headerActions={<SyncStatus store={profile.store} />}
      store={profile.store}
      onDay={(chosen) => void navigate({ to: '/$storeId/past', params, search: { day: chosen }, replace: true })}
    />
  );
}
