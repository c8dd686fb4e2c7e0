import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { storeQueries } from '#data/store/stores.ts';
import { can } from '#domain/permissions.ts';
import { SoundCard } from '#features/alerts/sound-card.tsx';
import { GuestsCard } from '#features/guests/guests-card.tsx';
import { FiscalCard } from '#features/invoices/fiscal-card.tsx';
import { PastDayCard } from '#features/past-days/past-day-card.tsx';
import { pastTexts } from '#features/past-days/texts.ts';
import { BackLinkContent, backLinkClass } from '#features/print-points/back-link.tsx';
import { ConfigPage } from '#features/print-points/config-page.tsx';
import { DeviceCard } from '#features/shell/device-card.tsx';
import { shellTexts } from '#features/shell/texts.ts';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { Button, buttonClass } from '#ui/action/button.tsx';
import { IconKitchen } from '#ui/icons.tsx';

export const Route = createFileRoute('/$storeId/config/index')({
  beforeLoad: ({ params }) => enter('store.config.index', Number(params.storeId)),
  component: ConfigRoute,
});

function ConfigRoute() {
  const { storeId } = Route.useParams();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const navigate = useNavigate();
  const params = { storeId };
  return (
    <ConfigPage
      back={
        <Link className={backLinkClass} params={params} to="/$storeId/home">
          <BackLinkContent to="home" />
        </Link>
      }
      headerActions={<SyncStatus store={profile.store} />}
      store={profile.store}
      onPrintPoint={() => void navigate({ to: '/$storeId/config/printpoint/form', params })}
    >
      <SoundCard />
      <DeviceCard
        kitchen={
          can('board.view', profile.store) ? (
            <Button
              icon={<IconKitchen size={22} />}
              variant="secondary"
              onClick={() => void navigate({ to: '/$storeId/orders/kanban', params, search: { kiosk: 1 } })}
            >
              {shellTexts.asKitchen}
            </Button>
          ) : null
        }
      />
      {can('guest.manage', profile.store) ? <GuestsCard store={profile.store} /> : null}
      {can('fiscal.manage', profile.store) ? <FiscalCard store={profile.store} /> : null}
      {can('past.view', profile.store) ? (
        <PastDayCard
          link={
            <Link className={buttonClass({ variant: 'secondary' })} params={params} to="/$storeId/past">
              {pastTexts.open}
            </Link>
          }
        />
      ) : null}
    </ConfigPage>
  );
}
