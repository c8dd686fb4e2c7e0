import type { RecentAddress } from '#data/cart/recent-addresses.ts';
import { canTakeOffline } from '#domain/checkout.ts';
import type { Instant } from '#domain/time.ts';
import { addressLabel } from '#texts/order-taking.ts';
import { IconClock } from '#ui/icons.tsx';
import styles from './address-page.module.css';
import { addressTexts } from './texts.ts';

interface RecentListProps {
  readonly recent: readonly RecentAddress[];
  readonly online: boolean;
  readonly now: Instant;
  readonly onPick: (recent: RecentAddress) => void;
}

/**
 * This device's recent addresses. Offline, the user can choose only those with an unexpired shipping cost
 * (offline engine, What may wait).
 */
export function RecentList({ recent, online, now, onPick }: RecentListProps) {
  if (recent.length === 0) return null;
  return (
    <section aria-label={addressTexts.recent} className={styles['recent']}>
      <h2 className={styles['subtitle']}>{addressTexts.recent}</h2>
      <ul>
        {recent.map((r) => {
          const usable = online || canTakeOffline({ type: 'DELIVERY', shippingCost: r.shippingCost }, now);
          return (
            <li key={addressLabel(r.address)}>
              <button className={styles['recentRow']} disabled={!usable} type="button" onClick={() => onPick(r)}>
                <IconClock size={22} />
                <span>
                  {addressLabel(r.address)}
                  {usable ? null : <span className={styles['reason']}>{addressTexts.costExpired}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
