import type { NearbyStore } from '#data/storefront/nearby-stores.ts';
import { StateTag } from '#ui/feedback/badge.tsx';
import { IconDelivery, IconMapPin } from '#ui/icons.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import styles from './storefront.module.css';
import { nearbyTexts as texts } from './texts.ts';

/** A store of the list: name, description, logo, cover, address and whether it is open (Z-07). */
export function NearbyCard({ store, onOpen }: { readonly store: NearbyStore; readonly onOpen: () => void }) {
  const { name, description, logo_url, cover, address, status, distance, delivers } = store;
  return (
    <button className={styles['store']} type="button" onClick={onOpen}>
      <span className={styles['cover']}>
        {cover ? <img alt="" decoding="async" loading="lazy" src={cover} /> : null}
        <span className={styles['logo']}>
          <Avatar decorative name={name} size="lg" src={logo_url} />
        </span>
      </span>
      <span className={styles['words']}>
        <span className={styles['name']}>
          {name}
          <OpenTag open={status.open} />
        </span>
        {description ? <span className={styles['quiet']}>{description}</span> : null}
        <span className={styles['quiet']}>{address.complete}</span>
        <span className={styles['facts']}>
          <span>
            <IconMapPin size={18} />
            {texts.away(distance)}
          </span>
          {delivers ? (
            <span>
              <IconDelivery size={18} />
              {texts.delivers}
            </span>
          ) : null}
        </span>
      </span>
    </button>
  );
}

/** Whether a store is open, as shape, word and colour. */
export const OpenTag = ({ open }: { readonly open: boolean }) => (
  <StateTag state={open ? 'ready' : 'danger'}>{open ? texts.open : texts.closed}</StateTag>
);
