import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { pairedScreen } from '#data/kiosk.ts';
import { lastStoreId, useSession } from '#data/session.ts';
import { queryClient } from '#data/query-client.ts';
import { storeQueries } from '#data/stores.ts';
import { UserMenu } from '#features/shell/user-menu.tsx';
import { StoresPage } from '#features/stores/stores-page.tsx';
import { storesTexts } from '#features/stores/texts.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconUser } from '#ui/icons.tsx';
import { enter } from './-guard.ts';

/** `go` comes from the shortcuts of the installed app: straight into the last store. */
export interface Search {
  readonly go?: 'new' | 'board' | undefined;
}

export const Route = createFileRoute('/')({
  validateSearch: ({ go }): Search => (go === 'new' || go === 'board' ? { go } : {}),
  beforeLoad: ({ search }) => {
    enter('select');
    const screen = pairedScreen();
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
  const [menu, setMenu] = useState(false);
  if (!user) return null;
  return (
    <StoresPage
      user={user}
      userMenu={
        <>
          <IconButton icon={<IconUser />} label={storesTexts.userMenu} onClick={() => setMenu(true)} />
          <UserMenu
            open={menu}
            user={user}
            onClose={() => setMenu(false)}
            onLoggedOut={() => void navigate({ to: '/login' })}
          />
        </>
      }
      onOpen={(storeId) => void navigate({ to: '/$storeId/home', params: { storeId: String(storeId) } })}
    />
  );
}
