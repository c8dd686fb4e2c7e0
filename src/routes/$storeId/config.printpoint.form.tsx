import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { BackLinkContent, backLinkClass } from '#features/print-points/back-link.tsx';
import { PrintPointPage } from '#features/print-points/print-point-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';

export const Route = createFileRoute('/$storeId/config/printpoint/form')({
  beforeLoad: ({ params }) => enter('store.config.printpoint', Number(params.storeId)),
  component: PrintPointRoute,
});

function PrintPointRoute() {
  const { storeId } = Route.useParams();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const navigate = useNavigate();
  const params = { storeId };
  return (
    <PrintPointPage
      back={
        <Link className={backLinkClass} params={params} to="/$storeId/config/index">
          <BackLinkContent to="config" />
        </Link>
      }
      headerActions={<SyncStatus store={profile.store} />}
      store={profile.store}
      onSaved={() => void navigate({ to: '/$storeId/config/index', params })}
    />
  );
}
