import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, redirect, useNavigate } from '@tanstack/react-router';
import { isProfileTab } from '#domain/routes.ts';
import { storeQueries } from '#data/store/stores.ts';
import { ownPairing } from '#data/kiosk/kiosk.ts';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { ProfileScreen } from '#routes/-profile.tsx';

/** /{store_id}/user/settings/general and …/password (A-40). */
export const Route = createFileRoute('/$storeId/user/settings/$tab')({
  params: {
    parse: ({ tab }) => {
      if (!isProfileTab(tab)) throw notFound();
      return { tab };
    },
  },
  beforeLoad: ({ params: { storeId, tab } }) => {
    enter(`store.user.${tab}`, Number(storeId));
    // A kitchen screen's account is no person and has no profile.
    if (ownPairing()) throw redirect({ to: '/', replace: true });
  },
  component: function ProfileRoute() {
    const { storeId, tab } = Route.useParams();
    const navigate = useNavigate();
    const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
    return (
      <ProfileScreen
        headerActions={<SyncStatus store={profile.store} />}
        tab={tab}
        onLoggedOut={() => void navigate({ to: '/login' })}
        onTab={(chosen) =>
          void navigate({ to: '/$storeId/user/settings/$tab', params: { storeId, tab: chosen }, replace: true })
        }
      />
    );
  },
});
