import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#contract/account.ts';
import { discardCart, restoreCart, useCart } from '#data/cart/cart-store.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useWaitingCount } from '#data/orders/orders.ts';
import { unitsIn } from '#domain/cart.ts';
import { can } from '#domain/permissions.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { enabledServices } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import {
  IconBack,
  IconBoard,
  IconCash,
  IconDelivery,
  IconHome,
  IconMap,
  IconPlus,
  IconQr,
  IconReceipt,
  IconSettings,
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
import { toast, tellMissing } from '#ui/toast/toast.ts';
import type { MenuEntry, StorePlaces } from './menu-entries.ts';
import { menuEntries } from './menu-entries.ts';
import styles from './store-shell.module.css';
import { SyncStatus } from './sync-status.tsx';
import { shellTexts } from './texts.ts';

/** Lazy: rarely opened, so the first paint does not load it. */
const UserMenu = lazy(async () => ({
  default: (await importWithRetry(() => import('./user-menu.tsx'), tellMissing)).UserMenu,
}));

type Place = 'home' | 'board' | 'catalog' | 'checkout' | 'address' | 'other';

/** Where the frame's buttons lead. */
interface ShellNavigation {
  readonly newOrder: () => void;
  readonly takeOrder: (type: ServiceType) => void;
  readonly catalog: () => void;
  readonly back: () => void;
  readonly profile: () => void;
  readonly stores: () => void;
  readonly loggedOut: () => void;
  /** «Estado de la tienda». */
  readonly status: () => void;
}

/** A router link; the router marks the current one. */
type ShellLink = (
  to: 'home' | 'board' | 'maps' | 'codes' | 'cashbox' | 'config',
  className: string,
  children: ReactNode,
) => ReactNode;

interface StoreShellProps {
  readonly store: Store;
  readonly has: StorePlaces;
  readonly user: User;
  readonly place: Place;
  readonly link: ShellLink;
  readonly go: ShellNavigation;
  /** Bars about the device and the store, on every screen. */
  readonly notices?: ReactNode;
  /** Another feature's entry, above the user's. */
  readonly support?: ReactNode;
  /** Shown in the rail of a wide screen. */
  readonly clock: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every store screen: rail or phone bar, user menu, notices (H-14 to H-31). */
export function StoreShell({ store, has, user, place, link, go, notices, support, clock, children }: StoreShellProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  /** null until first opened; then it stays mounted and keeps its state. */
  const [userOpen, setUserOpen] = useState<boolean | null>(null);
  const available = menuEntries(store, has);
  // Also while every service is paused: the picker then offers what can be scheduled, or says that nothing can.
  const canTake = can('order.create', store) && enabledServices(store).length > 0;
  const entries = (
    <>
      <ShellEntries entries={available} link={link} onTakeOrder={go.takeOrder} />
      {support}
      <RailButton icon={<IconUser />} label={shellTexts.user} onClick={() => setUserOpen(true)} />
    </>
  );

  return (
    <AppFrame
      banner={notices}
      phoneBar={<PhoneBar canTake={canTake} go={go} place={place} store={store} onMenu={() => setMenuOpen(true)} />}
      rail={
        <Rail
          head={
            <button className={styles['status']} title={shellTexts.status} type="button" onClick={go.status}>
              <span className="visually-hidden">{shellTexts.statusOf(store.name)}</span>
              <Avatar
                decorative
                name={store.name}
                ring={ringOf(store)}
                size="rail"
                src={store.logo_url}
                word={wordOf(store)}
              />
            </button>
          }
          foot={clock}
          label={shellTexts.navigation}
        >
          {canTake ? <RailButton icon={<IconPlus />} label={shellTexts.newOrder} onClick={go.newOrder} /> : null}
          {entries}
        </Rail>
      }
    >
      {children}
      <Drawer open={menuOpen} title={store.name} onClose={() => setMenuOpen(false)}>
        <RailList label={shellTexts.menu}>
          {/* Any click closes the drawer, but only after its own handler: unmounting first would swallow the click. */}
          <div className={styles['drawer']} onClickCapture={() => void wakeIn(0, () => setMenuOpen(false))}>
            {entries}
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
            onLoggedOut={go.loggedOut}
            onProfile={go.profile}
            onStores={go.stores}
          />
        </Suspense>
      )}
    </AppFrame>
  );
}

const wordOf = ({ status }: Store): string => (status.open ? shellTexts.storeOpen : shellTexts.storeClosed);
const ringOf = ({ status }: Store) => (status.open ? 'primary' : 'danger');

interface ShellEntriesProps {
  readonly entries: readonly MenuEntry[];
  readonly link: ShellLink;
  readonly onTakeOrder: ShellNavigation['takeOrder'];
}

/** The entries of the store's menu, in the rail and in the phone's drawer. */
function ShellEntries({ entries, link, onTakeOrder }: ShellEntriesProps) {
  const entry = (item: MenuEntry): ReactNode => {
    switch (item.id) {
      case 'home':
        return link('home', railItemClass, <RailItemContent icon={<IconHome />} label={shellTexts.home} />);
      case 'board':
        return link('board', railItemClass, <BoardEntry />);
      case 'maps':
        return link('maps', railItemClass, <RailItemContent icon={<IconMap />} label={shellTexts.maps} />);
      case 'codes':
        return link('codes', railItemClass, <RailItemContent icon={<IconQr />} label={shellTexts.codes} />);
      case 'cashbox':
        return link('cashbox', railItemClass, <RailItemContent icon={<IconCash />} label={shellTexts.cashbox} />);
      case 'config':
        return link('config', railItemClass, <RailItemContent icon={<IconSettings />} label={shellTexts.config} />);
      case 'local':
        return <RailButton icon={<IconTable />} label={shellTexts.local} onClick={() => onTakeOrder('LOCAL')} />;
      case 'delivery':
        return (
          <RailButton icon={<IconDelivery />} label={shellTexts.delivery} onClick={() => onTakeOrder('DELIVERY')} />
        );
      case 'takeaway':
        return (
          <RailButton icon={<IconTakeaway />} label={shellTexts.takeaway} onClick={() => onTakeOrder('TAKEAWAY')} />
        );
    }
  };
  return entries.map((item) => (
    <span key={item.id} className={styles['entry']}>
      {entry(item)}
    </span>
  ));
}

/** The board's entry, with the number of waiting orders. */
function BoardEntry() {
  const pending = useWaitingCount();
  return (
    <RailItemContent
      count={pending}
      countLabel={shellTexts.pending(pending)}
      icon={<IconBoard />}
      label={shellTexts.board}
    />
  );
}

interface PhoneBarProps extends Pick<StoreShellProps, 'store' | 'place' | 'go'> {
  readonly canTake: boolean;
  readonly onMenu: () => void;
}

/** The phone's bar: back and menu, the store's state, and what can be done with the order being taken. */
function PhoneBar({ store, place, go, canTake, onMenu }: PhoneBarProps) {
  const word = wordOf(store);
  const takingOrder = place === 'catalog' || place === 'checkout' || place === 'address';
  /** Units in the paused order; null without one. 0 on the screens that take the order. */
  const paused = useCart((s) => (s.cart?.store_id !== store.id ? null : takingOrder ? 0 : unitsIn(s.cart)));
  const discard = (): void => {
    discardCart();
    toast.undo({ text: shellTexts.discarded, onUndo: restoreCart });
    go.back();
  };
  return (
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
              onClick={go.catalog}
            />
          ) : null}
          {canTake && !takingOrder ? (
            <IconButton icon={<IconPlus />} label={shellTexts.newOrder} variant="primary" onClick={go.newOrder} />
          ) : null}
        </>
      }
      start={
        <>
          {place === 'home' ? null : <IconButton icon={<IconBack />} label={shellTexts.back} onClick={go.back} />}
          <button
            aria-label={`${shellTexts.openMenu}: ${store.name}, ${word}`}
            className={styles['logo']}
            type="button"
            onClick={onMenu}
          >
            <Avatar decorative name={store.name} ring={ringOf(store)} size="sm" src={store.logo_url} />
          </button>
        </>
      }
      title={
        <button
          aria-label={`${shellTexts.status}: ${word}`}
          className={styles['state']}
          data-open={store.status.open}
          type="button"
          onClick={go.status}
        >
          {word}
        </button>
      }
    />
  );
}
