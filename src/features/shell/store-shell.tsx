import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#contract/account.ts';
import { discardCart, restoreCart, useCart } from '#data/cart/cart-store.ts';
import { useOrders } from '#data/orders/orders.ts';
import { unitsIn } from '#domain/cart.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import {
  IconBack,
  IconBoard,
  IconDelivery,
  IconHome,
  IconPlus,
  IconReceipt,
  IconTable,
  IconTakeaway,
  IconTrash,
  IconUser,
} from '#ui/icons.tsx';
import { AppFrame } from '#ui/layout/app-frame.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Rail, RailButton, railItemClass, RailItemContent, RailList } from '#ui/layout/rail.tsx';
import { TopBar } from '#ui/layout/top-bar.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import type { MenuEntry } from './menu-entries.ts';
import { menuEntries } from './menu-entries.ts';
import { useAllSentToast } from './outbox/use-all-sent-toast.ts';
import { useBatchToast } from './outbox/use-batch-toast.ts';
import { ShellNotices } from './shell-notices.tsx';
import styles from './store-shell.module.css';
import { SyncStatus } from './sync-status.tsx';
import { shellTexts } from './texts.ts';

/** Lazy: rarely opened, so the first paint does not load it. */
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

type Place = 'home' | 'board' | 'catalog' | 'checkout' | 'address' | 'other';

interface StoreShellProps {
  readonly store: Store;
  readonly hasCodes: boolean;
  readonly user: User;
  readonly place: Place;
  /** A router link; the router marks the current one. */
  readonly link: (to: 'home' | 'board', className: string, children: ReactNode) => ReactNode;
  readonly onNewOrder: () => void;
  readonly onTakeOrder: (type: ServiceType) => void;
  readonly onCatalog: () => void;
  readonly onBack: () => void;
  readonly onProfile: () => void;
  readonly onStores: () => void;
  readonly onLoggedOut: () => void;
  /** «Estado de la tienda». */
  readonly onStatus: () => void;
  /** Bars about the store, above every screen. */
  readonly notices?: ReactNode;
  /** Another feature's entry, above the user's. */
  readonly support?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every store screen: rail or phone bar, user menu, notices (H-14 to H-31). */
export function StoreShell({ store, hasCodes, user, place, link, notices, support, children, ...on }: StoreShellProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  /** null until first opened; then it stays mounted and keeps its state. */
  const [userOpen, setUserOpen] = useState<boolean | null>(null);
  useAllSentToast();
  useBatchToast();
  const pending = useOrders().filter((o) => o.order.status === 'PENDING').length;
  const word = store.status.open ? shellTexts.storeOpen : shellTexts.storeClosed;
  const ring = store.status.open ? 'primary' : 'danger';
  const takingOrder = place === 'catalog' || place === 'checkout' || place === 'address';
  /** Units in the paused order; null without one. 0 on the screens that take the order. */
  const paused = useCart((s) => (s.cart?.store_id !== store.id ? null : takingOrder ? 0 : unitsIn(s.cart)));

  const entry = (item: MenuEntry): ReactNode => {
    switch (item.id) {
      case 'home':
        return link('home', railItemClass, <RailItemContent icon={<IconHome />} label={shellTexts.home} />);
      case 'board':
        return link(
          'board',
          railItemClass,
          <RailItemContent
            count={pending}
            countLabel={shellTexts.pending(pending)}
            icon={<IconBoard />}
            label={shellTexts.board}
          />,
        );
      case 'local':
        return <RailButton icon={<IconTable />} label={shellTexts.local} onClick={() => on.onTakeOrder('LOCAL')} />;
      case 'delivery':
        return (
          <RailButton icon={<IconDelivery />} label={shellTexts.delivery} onClick={() => on.onTakeOrder('DELIVERY')} />
        );
      case 'takeaway':
        return (
          <RailButton icon={<IconTakeaway />} label={shellTexts.takeaway} onClick={() => on.onTakeOrder('TAKEAWAY')} />
        );
    }
  };
  const entries = menuEntries(store, hasCodes).map((item) => (
    <span key={item.id} className={styles['entry']}>
      {entry(item)}
    </span>
  ));
  const userEntry = <RailButton icon={<IconUser />} label={shellTexts.user} onClick={() => setUserOpen(true)} />;
  const canTake = menuEntries(store, hasCodes).some((e) => 'service' in e);

  const discard = (): void => {
    discardCart();
    toast.undo({ text: shellTexts.discarded, onUndo: restoreCart });
    on.onBack();
  };

  return (
    <AppFrame
      banner={
        <>
          <ShellNotices />
          {notices}
        </>
      }
      phoneBar={
        <TopBar
          end={
            <>
              <SyncStatus place="bar" store={store} />
              {takingOrder ? <IconButton icon={<IconTrash />} label={shellTexts.discard} onClick={discard} /> : null}
              {paused !== null && !takingOrder ? (
                <IconButton
                  count={paused}
                  icon={<IconReceipt />}
                  label={shellTexts.backToCatalog(paused)}
                  onClick={on.onCatalog}
                />
              ) : null}
              {paused === null && canTake ? (
                <IconButton icon={<IconPlus />} label={shellTexts.newOrder} variant="primary" onClick={on.onNewOrder} />
              ) : null}
            </>
          }
          start={
            <>
              {place === 'home' ? null : <IconButton icon={<IconBack />} label={shellTexts.back} onClick={on.onBack} />}
              <button
                aria-label={`${shellTexts.openMenu}: ${store.name}, ${word}`}
                className={styles['logo']}
                type="button"
                onClick={() => setMenuOpen(true)}
              >
                <Avatar decorative name={store.name} ring={ring} size="sm" src={store.logo_url} />
              </button>
            </>
          }
          title={
            <button
              aria-label={`${shellTexts.status}: ${word}`}
              className={styles['state']}
              data-open={store.status.open}
              type="button"
              onClick={on.onStatus}
            >
              {word}
            </button>
          }
        />
      }
      rail={
        <Rail
          head={
            <button className={styles['status']} title={shellTexts.status} type="button" onClick={on.onStatus}>
              <span className="visually-hidden">{shellTexts.statusOf(store.name)}</span>
              <Avatar decorative name={store.name} ring={ring} size="rail" src={store.logo_url} word={word} />
            </button>
          }
          label={shellTexts.navigation}
        >
          {canTake ? <RailButton icon={<IconPlus />} label={shellTexts.newOrder} onClick={on.onNewOrder} /> : null}
          {entries}
          {support}
          {userEntry}
        </Rail>
      }
    >
      {children}
      <Drawer open={menuOpen} title={store.name} onClose={() => setMenuOpen(false)}>
        <RailList label={shellTexts.menu}>
          {/* Any click closes the drawer, but only after its own handler: unmounting first would swallow the click. */}
          <div className={styles['drawer']} onClickCapture={() => void wakeIn(0, () => setMenuOpen(false))}>
            {entries}
            {support}
            {userEntry}
          </div>
        </RailList>
      </Drawer>
      {userOpen === null ? null : (
        <Suspense>
          <UserMenu
            open={userOpen}
            role={store.pivot.role}
            user={user}
            onClose={() => setUserOpen(false)}
            onLoggedOut={on.onLoggedOut}
            onProfile={on.onProfile}
            onStores={on.onStores}
          />
        </Suspense>
      )}
    </AppFrame>
  );
}
