import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { nearbyQueries } from '#data/storefront/nearby-stores.ts';
import { putStatus } from '#data/store/stores.ts';
import type { Store } from '#domain/store.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { IconBack, IconHome, IconMapPin, IconUser } from '#ui/icons.tsx';
import { AppFrame } from '#ui/layout/app-frame.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Rail, RailButton } from '#ui/layout/rail.tsx';
import { TopBar } from '#ui/layout/top-bar.tsx';
import { storefrontTexts as texts } from './texts.ts';

interface CustomerFrameProps {
  readonly store: Store;
  readonly onBack: () => void;
  readonly onHome: () => void;
  readonly onStores: () => void;
  /** The user's menu, another feature's; it is rendered when it is first opened. */
  readonly renderUserMenu: (open: boolean, onClose: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** The frame of a store's screens for its customers: back, the store, the list of stores, the user. */
export function CustomerFrame({ store, onBack, onHome, onStores, renderUserMenu, children }: CustomerFrameProps) {
  const online = useNetwork((n) => n.online);
  /** null until first opened. */
  const [menu, setMenu] = useState<boolean | null>(null);
  useStatusOfNow(store.id);
  const ring = store.status.open ? 'primary' : 'danger';
  return (
    <AppFrame
      banner={online ? undefined : <OfflineNotice>{texts.offline}</OfflineNotice>}
      phoneBar={
        <TopBar
          end={<IconButton icon={<IconUser />} label={texts.user} onClick={() => setMenu(true)} />}
          start={<IconButton icon={<IconBack />} label={texts.back} onClick={onBack} />}
          title={store.name}
        />
      }
      rail={
        <Rail head={<Avatar name={store.name} ring={ring} size="rail" src={store.logo_url} />} label={texts.navigation}>
          <RailButton icon={<IconHome />} label={texts.home} onClick={onHome} />
          <RailButton icon={<IconMapPin />} label={texts.stores} onClick={onStores} />
          <RailButton icon={<IconUser />} label={texts.user} onClick={() => setMenu(true)} />
        </Rail>
      }
    >
      {children}
      {menu === null ? null : renderUserMenu(menu, () => setMenu(false))}
    </AppFrame>
  );
}

/** Keeps the store's status right while a customer orders: no feed tells them of it. */
function useStatusOfNow(storeId: number): void {
  const { data } = useQuery(nearbyQueries.statuses([storeId]));
  const status = data?.get(storeId);
  useEffect(() => {
    if (status) putStatus(storeId, status);
  }, [storeId, status]);
}
