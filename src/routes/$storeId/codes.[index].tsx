import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { storeQueries } from '#data/store/stores.ts';
import { can } from '#domain/permissions.ts';
import { CodesPage } from '#features/codes/codes-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';

export const Route = createFileRoute('/$storeId/codes/index')({
  /** `code_id`: a code that was scanned; its flow begins at once (G-56). */
  validateSearch: ({ code_id: code }): { code_id?: number } => (typeof code === 'number' ? { code_id: code } : {}),
  beforeLoad: ({ params }) => enter('store.codes.index', Number(params.storeId)),
  component: CodesRoute,
});

function CodesRoute() {
  const { storeId } = Route.useParams();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const { code_id: scanned } = Route.useSearch();
  const navigate = useNavigate();
  const { openCode, openTable } = useStoreActions();
  const begin = useEffectEvent(async (id: number): Promise<void> => {
    // Removes the parameter, so that neither a reload nor «back» begins it again.
    await navigate({ to: '/$storeId/codes/index', params: { storeId }, search: {}, replace: true });
    const code = profile.codes.find((c) => c.id === id);
    if (code) openCode(code);
  });
  useEffect(() => {
    if (scanned !== undefined) void begin(scanned);
  }, [scanned]);
  return (
    <CodesPage
      codes={profile.codes}
      headerActions={<SyncStatus store={profile.store} />}
      store={profile.store}
      onCode={openCode}
      onTable={can('group.manage', profile.store) ? null : openTable}
    />
  );
}
