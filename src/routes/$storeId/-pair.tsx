import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { PairPage } from '#features/kiosk/pairing/pair-page.tsx';

/** The admin's page of pairing, with or without a code. */
export function Pair({ storeId, code }: { readonly storeId: string; readonly code: string | null }) {
  const navigate = useNavigate();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  return (
    <PairPage
      code={code}
      headerActions={<SyncStatus store={profile.store} />}
      storeId={profile.store.id}
      zone={profile.store.timezone}
      onCode={(typed) => void navigate({ to: '/$storeId/pair/$code', params: { storeId, code: typed } })}
      onDone={() => void navigate({ to: '/$storeId/pair', params: { storeId }, replace: true })}
    />
  );
}
