import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { queryClient } from '#data/api/query-client.ts';
import { backTarget } from '#data/session/return-pages.ts';
import { usePerson } from '#data/session/acting.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { Code } from '#domain/store.ts';
import { CodesPage } from '#features/codes/codes-page.tsx';
import { OpenTable } from '#features/order-groups/open-table.tsx';
import type { Profile } from '#contract/wire/stores.ts';
import { enter } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';

const tableOf = (profile: Profile | undefined, id: number | undefined): Code | null =>
  profile?.codes.find((c) => c.id === id && c.group) ?? null;

export const Route = createFileRoute('/$storeId/orderGroup/create')({
  validateSearch: ({ code_id: code }): { code_id?: number } => (typeof code === 'number' ? { code_id: code } : {}),
  beforeLoad: ({ params, search }) => {
    const storeId = Number(params.storeId);
    enter('store.orderGroup.create', storeId);
    const profile = queryClient.getQueryData<Profile>(storeQueries.profile(storeId).queryKey);
    // The address names no table of the store: the codes are there to choose one.
    if (tableOf(profile, search.code_id) === null)
      throw redirect({ to: '/$storeId/codes/index', params, replace: true });
  },
  component: OpenTableRoute,
});

function OpenTableRoute() {
  const { storeId } = Route.useParams();
  const { code_id: id } = Route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const user = usePerson(Number(storeId));
  const { openCode, takeOrder } = useStoreActions();
  const code = tableOf(profile, id);
  const close = (): void => {
    // A navigation closes the dialog too (F-25): it must not be replaced by the way back.
    if (router.latestLocation.pathname.endsWith('/orderGroup/create'))
      void navigate({ href: backTarget(Number(storeId)), replace: true });
  };
  return (
    <>
      <CodesPage codes={profile.codes} store={profile.store} onCode={openCode} onTable={null} />
      {code && user ? (
        <OpenTable
          code={code}
          sellers={profile.sellers}
          store={profile.store}
          user={user}
          onClose={close}
          onOpened={() => takeOrder('LOCAL', code)}
        />
      ) : null}
    </>
  );
}
