import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useWaitingCount } from '#data/orders/orders.ts';
import { useAsking } from '#data/people/people.ts';
import { useSession } from '#data/session/session.ts';
import { can } from '#domain/permissions.ts';
import type { Store, StoreStatus } from '#domain/store.ts';
import { useFirstGuide } from '#features/guides/first-guide.ts';
import { watchForScreensaver } from '#features/screensaver/idle-watch.ts';
import { AwakeScreen } from '#features/shell/awake-screen.ts';
import { RailClock } from '#features/shell/rail-clock.tsx';
import { ShellKeys } from '#features/shell/keys/shell-keys.tsx';
import type { StorePlaces } from '#features/shell/menu-entries.ts';
import { ShellNotices } from '#features/shell/shell-notices.tsx';
import { StatusCard } from '#features/store-status/status-card.tsx';
import { StatusPanels } from '#features/store-status/status-layer.tsx';
import { statusTexts } from '#features/store-status/texts.ts';
import { OpeningNotice, StoreNotices } from '#features/store-status/store-notices.tsx';
import { aboutStorePanels, askAboutStore, useUiIntents } from '#data/device/ui-intents.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { useStoreActions } from '#routes/-store-actions.ts';
import { usePanelInAddress } from './-panel-in-address.ts';

const PeoplePanels = lazy(async () => ({
  default: (await importWithRetry(() => import('./-people.tsx'), tellMissing)).PeoplePanels,
}));

const AppStatusPage = lazy(async () => ({
  default: (await importWithRetry(() => import('./-app-status.tsx'), tellMissing)).AppStatusPage,
}));

const Guides = lazy(async () => ({
  default: (await importWithRetry(() => import('./-guides.tsx'), tellMissing)).Guides,
}));

const Screensaver = lazy(async () => ({
  default: (await importWithRetry(() => import('#features/screensaver/screensaver.tsx'), tellMissing)).Screensaver,
}));

/** The store's status, on every screen of the store. One chunk of the build, loaded after the first paint. */

export { RailClock, StatusCard };

/** The panels about the store, and the keys of its screens. */
export function StatusLayer({
  store,
  has,
  place,
}: Pick<ComponentProps<typeof ShellKeys>, 'store' | 'place'> & { readonly has: StorePlaces }) {
  const navigate = useNavigate();
  const { newOrder } = useStoreActions();
  const params = { storeId: String(store.id) };
  const about = useUiIntents((w) => w.about);
  const asking = useAsking((s) => s.asking !== null);
  const open = (kept: string): void => askAboutStore(aboutStorePanels.find((panel) => panel === kept) ?? null);
  usePanelInAddress('about', about, () => useUiIntents.getState().about, open);
  return (
    <>
      <StatusPanels store={store} />
      <Drawer open={about === 'app'} size="sm" title={statusTexts.app} onClose={() => askAboutStore(null)}>
        <AppStatusCard store={store} />
      </Drawer>
      {about === 'person' || about === 'pin' || asking ? (
        <Suspense>
          <PeoplePanels store={store} />
        </Suspense>
      ) : null}
      <AwakeScreen />
      <ScreensaverWhenIdle store={store} />
      <GuidesWhenAsked place={place} store={store} />
      <ShellKeys
        place={place}
        store={store}
        onCodes={
          has.codes && can('codes.view', store) ? () => void navigate({ to: '/$storeId/codes/index', params }) : null
        }
        onMaps={
          has.maps && can('maps.view', store) ? () => void navigate({ to: '/$storeId/maps/index', params }) : null
        }
        onBoard={() => void navigate({ to: '/$storeId/orders/kanban', params })}
        onCashbox={() => void navigate({ to: '/$storeId/cashbox/index', params })}
        onNewOrder={newOrder}
      />
    </>
  );
}

interface StatusNoticesProps {
  readonly store: Store;
  readonly first: StoreStatus;
}

export const StatusNotices = ({ store, first }: StatusNoticesProps) => (
  <>
    <ShellNotices />
    <OpeningNotice store={store} onCheck={() => askAboutStore('app')} />
    <StoreNotices canOpen={can('store.manage', store)} first={first} store={store} />
  </>
);

export const AppStatusCard = ({ store }: { readonly store: Store }) => (
  <Suspense fallback={<Skeleton height={240} />}>
    <AppStatusPage store={store} />
  </Suspense>
);

/** The screensaver, after five minutes without a touch (O-07). A kitchen screen has none: its board stays visible. */
function ScreensaverWhenIdle({ store }: { readonly store: Store }) {
  const [shown, setShown] = useState(false);
  useEffect(() => (shown ? undefined : watchForScreensaver(() => setShown(true))), [shown]);
  return shown ? (
    <Suspense>
      <Screensaver store={store} onClose={() => setShown(false)} />
    </Suspense>
  ) : null;
}

/** Mounts the guides at the first request, or when the first tour is due (O-05). */
function GuidesWhenAsked({ store, place }: Pick<ComponentProps<typeof ShellKeys>, 'store' | 'place'>) {
  const userId = useSession((s) => s.user?.id ?? null);
  const asked = useUiIntents((w) => w.about === 'guides');
  const [mode, setMode] = useState<'none' | 'asked' | 'first'>('none');
  if (asked && mode === 'none') setMode('asked');
  const busy = useWaitingCount() > 0 || place !== 'home';
  useFirstGuide(userId, busy, () => setMode((now) => (now === 'none' ? 'first' : now)));
  return mode === 'none' || userId === null ? null : (
    <Suspense>
      <Guides first={mode === 'first'} store={store} userId={userId} />
    </Suspense>
  );
}
