import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { CodesPage } from '#features/codes/codes-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';

export const Route = createFileRoute('/$storeId/codes/index')({
  beforeLoad: ({ params }) => enter('store.codes.index', Number(params.storeId)),
  component: CodesRoute,
});

function CodesRoute() {
  const { storeId } = Route.useParams();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const { openCode } = useStoreActions();
  return (
    <CodesPage
      codes={profile.codes}
      headerActions={<SyncStatus store={profile.store} />}
      store={profile.store}
      onCode={openCode}
    />
  );
}
