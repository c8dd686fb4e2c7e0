import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { loading } from '#data/device/loading.ts';
import { guestQueries } from '#data/guests/guest-table.ts';
import { useSession } from '#data/session/session.ts';
import { GuestPage, GuestPlaces } from '#features/guest-table/places-page.tsx';
import { guestTexts } from '#features/guest-table/texts.ts';
import { buttonClass } from '#ui/action/button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

/** /guest/{code}: the tables that a scanned code may name; the only one opens by itself (decision 045). */
export const Route = createFileRoute('/guest/$code')({
  component: function GuestCodeRoute() {
    const { code } = Route.useParams();
    const navigate = useNavigate();
    const query = useQuery(guestQueries.places(code));
    const online = useNetwork((n) => n.online);
    const user = useSession((s) => s.user);
    const [only, ...others] = query.data ?? [];
    const alone = others.length === 0 ? only?.store_id : undefined;
    const open = (storeId: number, replace = false): void =>
      void navigate({ to: '/guest/$store/$code', params: { store: String(storeId), code }, replace });
    useEffect(() => {
      if (alone === undefined) return;
      void navigate({ to: '/guest/$store/$code', params: { store: String(alone), code }, replace: true });
    }, [alone, code, navigate]);
    const skeleton = (
      <SkeletonGroup label={guestTexts.loading}>
        <Skeleton height={88} radius={16} />
      </SkeletonGroup>
    );
    return (
      <GuestPage
        staff={
          user ? null : (
            <Link className={buttonClass({ variant: 'ghost', size: 'sm' })} search={{ code }} to="/login">
              {guestTexts.staff}
            </Link>
          )
        }
      >
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{guestTexts.offlineNone}</OfflineNotice>}
          skeleton={skeleton}
        >
          {(places) => (alone === undefined ? <GuestPlaces places={places} onChoose={open} /> : skeleton)}
        </Loaded>
      </GuestPage>
    );
  },
});
