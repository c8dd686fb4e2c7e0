import { useNetwork } from '#data/device/device.ts';
import type { StoreSummary } from '#data/store/stores.ts';
import { can } from '#domain/permissions.ts';
import { roleLabels } from '#texts/roles.ts';
import { CountBadge } from '#ui/feedback/badge.tsx';
import { IconChevronRight, IconLogout } from '#ui/icons.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Menu } from '#ui/overlay/menu.tsx';
import styles from './stores-page.module.css';
import { storesTexts } from './texts.ts';

const canLeave = (store: StoreSummary): boolean => !store.pivot.owner && can('store.leave', store);

interface StoreRowProps {
  readonly store: StoreSummary;
  readonly isLast: boolean;
  readonly reachable: boolean;
  readonly onOpen: (storeId: number) => void;
  readonly onLeave: (store: StoreSummary) => void;
}

/** A store and the button that opens it. Other actions are behind ⋮, which an owner does not get (S-13, S-18). */
export function StoreRow({ store, isLast, reachable, onOpen, onLeave }: StoreRowProps) {
  const online = useNetwork((s) => s.online);
  const leaves = canLeave(store);
  const word = store.status.open ? storesTexts.open : storesTexts.closed;
  return (
    <li className={styles['row']} data-menu={leaves || undefined}>
      <button
        className={styles['store']}
        data-store=""
        disabled={!reachable}
        type="button"
        onClick={() => onOpen(store.id)}
      >
        <Avatar
          decorative
          name={store.name}
          ring={store.status.open ? 'primary' : 'danger'}
          size="lg"
          src={store.logo_url}
        />
        <span className={styles['words']}>
          <b>{store.name}</b>
          <span className={styles['quiet']}>
            {roleLabels[store.pivot.role]}
            {storesTexts.between}
            {reachable ? (
              <span className={store.status.open ? styles['open'] : styles['closed']}>{word}</span>
            ) : (
              storesTexts.notHere
            )}
          </span>
        </span>
        {store.pending_count ? (
          <CountBadge count={store.pending_count} label={storesTexts.pending(store.pending_count)} tone="waiting" />
        ) : null}
        {isLast ? <span className={styles['continue']}>{storesTexts.continue}</span> : null}
        {leaves || isLast ? null : <IconChevronRight size={22} />}
      </button>
      {leaves ? (
        <span className={styles['rowMenu']}>
          <Menu
            items={[
              {
                id: 'leave',
                label: storesTexts.leave,
                icon: <IconLogout size={22} />,
                danger: true,
                disabled: !online,
                reason: online ? undefined : storesTexts.leaveOffline,
                onSelect: () => onLeave(store),
              },
            ]}
            label={storesTexts.menu(store.name)}
          />
        </span>
      ) : null}
    </li>
  );
}
