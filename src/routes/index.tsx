import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { mayAutoOpen, lastStoreHere, noteAutoOpen } from '#data/store/auto-open.ts';
import { ownPairing } from '#data/kiosk/kiosk.ts';
import { useNetwork } from '#data/device/device.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { lastStoreId, useSession } from '#data/session/session.ts';
import { queryClient } from '#data/api/query-client.ts';
import { storeQueries } from '#data/store/stores.ts';
import { FullPage } from '#features/shell/not-found.tsx';
import { StoresPage } from '#features/stores/stores-page.tsx';
import { storesTexts } from '#features/stores/texts.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconUser } from '#ui/icons.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { enter } from './-guard.ts';

/** Lazy: rarely opened, so the first paint does not load it. */
const UserMenu = lazy(async () => ({
  default: (await importWithRetry(() => import('#features/shell/user-menu.tsx'), tellMissing)).UserMenu,
}));

/** `go` is set by the shortcuts of the installed app, which open the last store. */
export interface StoresSearch {
  readonly go?: 'new' | 'board' | undefined;
}

export const Route = createFileRoute('/')({
  validateSearch: ({ go }): StoresSearch => (go === 'new' || go === 'board' ? { go } : {}),
  beforeLoad: ({ search }) => {
    enter('select');
    const screen = ownPairing();
    if (screen) {
      const kitchen = { storeId: String(screen.storeId) };
      throw redirect({ to: '/$storeId/orders/kanban', params: kitchen, search: { kiosk: 1 } });
    }
    const storeId = lastStoreId();
    if (search.go === undefined || storeId === null) return;
    const params = { storeId: String(storeId) };
    if (search.go === 'board') throw redirect({ to: '/$storeId/orders/kanban', params });
    throw redirect({ to: '/$storeId/home', params, search: { nuevo: true } });
  },
  loader: () => void queryClient.prefetchQuery(storeQueries.list()),
  component: StoresRoute,
});

function StoresRoute() {
  const navigate = useNavigate();
  const user = useSession((s) => s.user);
  /** null until first opened. */
  const [menu, setMenu] = useState<boolean | null>(null);
  const chosen = useChosenStore();
  useEffect(() => {
    if (chosen !== null) void navigate({ to: '/$storeId/home', params: { storeId: String(chosen) }, replace: true });
  }, [chosen, navigate]);
  if (!user) return null;
  if (chosen !== null) return <FullPage kind="store" />;
  return (
    <StoresPage
      user={user}
      userMenu={
        <>
          <IconButton icon={<IconUser />} label={storesTexts.userMenu} onClick={() => setMenu(true)} />
          {menu === null ? null : (
            <Suspense>
              <UserMenu
                open={menu}
                user={user}
                onClose={() => setMenu(false)}
                onLoggedOut={() => void navigate({ to: '/login' })}
                onProfile={() => void navigate({ to: '/user/settings/$tab', params: { tab: 'general' } })}
              />
            </Suspense>
          )}
        </>
      }
      onOrder={() => void navigate({ to: '/customer/stores' })}
      onOpen={(storeId) => void navigate({ to: '/$storeId/home', params: { storeId: String(storeId) } })}
    />
  );
}

/**
 * The store that opens by itself on arrival: the user's only one or, offline, the last used one (A6). null: the user
 * chooses.
 */
function useChosenStore(): number | null {
  // undefined until the list is known. Decided once: later changes of the list do not count.
  const [chosen, setChosen] = useState<number | null | undefined>(() => (mayAutoOpen() ? undefined : null));
  useEffect(noteAutoOpen, []);
  const online = useNetwork((s) => s.online);
  const { data } = useQuery(storeQueries.list());
  if (chosen === undefined) {
    const last = online ? null : lastStoreHere();
    const [only, ...others] = data?.stores ?? [];
    const alone = only && others.length === 0 && data?.invitations.length === 0 ? only.id : null;
    if (last !== null) setChosen(last);
    else if (data) setChosen(alone);
  }
  return chosen ?? null;
}
