import { useQuery } from '@tanstack/react-query';
import { customerOrderQueries } from '#data/storefront/customer-orders.ts';
import { orderProgress } from '#domain/order-progress.ts';
import { orderStatusLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './storefront.module.css';
import { storefrontTexts as texts } from './texts.ts';

interface ActiveOrderProps {
  readonly storeId: number;
  /** Shown where the store's name is not on screen. */
  readonly storeName?: string;
  readonly onFollow: (id: number) => void;
}

/** The person's order in that store that has not ended, with its progress; nothing without one (Z-09, Z-10). */
export function ActiveOrder({ storeId, storeName, onFollow }: ActiveOrderProps) {
  const { data: order } = useQuery(customerOrderQueries.active(storeId));
  if (!order) return null;
  const title = [texts.active(order.number), storeName].filter(Boolean).join(' · ');
  return (
    <Panel title={title}>
      <div className={styles['active']}>
        <ProgressBar label={orderStatusLabels[order.status]} value={orderProgress[order.status]} />
        <div>
          <Button size="sm" variant="secondary" onClick={() => onFollow(order.id)}>
            {texts.follow}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
