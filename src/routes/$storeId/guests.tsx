import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { GuestsPage } from '#features/guests/guests-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';

export const Route = createFileRoute('/$storeId/guests')({
  beforeLoad: ({ params }) => enter('store.guests', Number(params.storeId)),
  component: GuestsRoute,
});

function GuestsRoute() {
  const { storeId } = Route.useParams();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const { openCode } = useStoreActions();
  const openTable = (codeId: number): void => {
    const code = profile.codes.find((c) => c.id === codeId);
    if (code) openCode(code);
  };
  return <GuestsPage headerActions={<SyncStatus store={profile.store} />} store={profile.store} onTable={openTable} />;
}
