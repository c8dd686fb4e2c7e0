import { useQuery } from '@tanstack/react-query';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { receiptsQuery } from '#data/orders/order-receipts-query.ts';
import type { Store } from '#domain/store.ts';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconBell, IconEye, IconSound } from '#ui/icons.tsx';
import { seenLines } from './seen-lines.ts';
import type { SeenLine } from './seen-lines.ts';
import styles from './seen-by.module.css';
import { alertTexts } from './texts.ts';

interface SeenByProps {
  readonly orderId: number;
  /** True while the order is pending; its receipts are then refetched. */
  readonly waiting: boolean;
  readonly store: Pick<Store, 'id' | 'timezone'>;
}

const icons: Readonly<Record<SeenLine['kind'], typeof IconEye>> = {
  device: IconEye,
  sounded: IconSound,
  server: IconBell,
};

/** Which devices the order reached and how, and what the server did when it reached none. */
export function SeenBy({ orderId, waiting, store }: SeenByProps) {
  const online = useNetwork((n) => n.online);
  const query = useQuery(receiptsQuery(store.id, orderId, waiting));
  return (
    <section aria-label={alertTexts.seenBy} className={styles['seen']}>
      <h4 className={styles['title']}>{alertTexts.seenBy}</h4>
      <Loaded
        {...loading(query)}
        offline={online ? null : <OfflineNotice>{alertTexts.seenOffline}</OfflineNotice>}
        skeleton={
          <SkeletonGroup label={alertTexts.seenLoading}>
            <Skeleton height={20} width="80%" />
            <Skeleton height={20} width="55%" />
          </SkeletonGroup>
        }
      >
        {(receipts) => <Lines lines={seenLines(receipts, store.timezone)} />}
      </Loaded>
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly SeenLine[] }) {
  if (lines.length === 0) return <p className={styles['none']}>{alertTexts.seenNobody}</p>;
  return (
    <ul className={styles['lines']}>
      {lines.map(({ id, kind, text, detail }) => {
        const Icon = icons[kind];
        return (
          <li key={id} className={styles['line']} data-seen={kind}>
            <Icon size={20} />
            <span>
              {text}
              {detail === null ? null : <span className={styles['detail']}>{detail}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
