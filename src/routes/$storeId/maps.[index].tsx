import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { MapsPage } from '#features/maps/maps-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';

export const Route = createFileRoute('/$storeId/maps/index')({
  beforeLoad: ({ params }) => enter('store.maps.index', Number(params.storeId)),
  component: MapsRoute,
});

function MapsRoute() {
  const { storeId } = Route.useParams();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const { openCode } = useStoreActions();
  return (
    <MapsPage
      codes={profile.codes}
      headerActions={<SyncStatus store={profile.store} />}
      maps={profile.maps}
      store={profile.store}
      onCode={openCode}
    />
  );
}
