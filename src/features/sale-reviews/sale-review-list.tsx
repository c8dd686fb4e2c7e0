import { useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { closeSaleReview, useSaleReviews } from '#data/sale-reviews/sale-reviews.ts';
import { formatMoney, type Money, subtract } from '#domain/money.ts';
import type { SaleReview } from '#domain/sale-reviews.ts';
import type { Store } from '#domain/store.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconReceipt } from '#ui/icons.tsx';
import { PanelList, PanelListSkeleton, PanelRow } from '#ui/layout/panel-list.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './sale-reviews.module.css';
import { saleReviewTexts as texts } from './texts.ts';

const lookEveryMs = 60_000;

interface SaleReviewListProps {
  readonly store: Store;
  readonly onOrder: (uid: string) => void;
  readonly onClose: () => void;
}

/** 'Ventas para revisar': sales at prices that the store never had (N-15). Online only. */
export function SaleReviewList({ store, onOrder, onClose }: SaleReviewListProps) {
  const query = useSaleReviews(store);
  const online = useNetwork((n) => n.online);
  const now = useNow(lookEveryMs);
  return (
    <Overlay open size="md" title={texts.title} onClose={onClose}>
      <Loaded
        {...loading(query)}
        offline={online ? null : <OfflineNotice>{texts.offlineEmpty}</OfflineNotice>}
        skeleton={<PanelListSkeleton height={180} label={texts.loading} />}
      >
        {(reviews) =>
          reviews.length === 0 ? (
            <EmptyState icon={<IconReceipt size={32} />} title={texts.empty} />
          ) : (
            <>
              <p className={styles['explanation']}>{texts.explanation}</p>
              <PanelList>
                {reviews.map((review) => (
                  <Row
                    key={review.order_id}
                    online={online}
                    review={review}
                    store={store}
                    when={whenLabel(review.requested_at, now, store.timezone)}
                    onSee={() => onOrder(review.uid)}
                  />
                ))}
              </PanelList>
            </>
          )
        }
      </Loaded>
    </Overlay>
  );
}

interface RowProps {
  readonly review: SaleReview;
  readonly store: Store;
  readonly when: string;
  readonly online: boolean;
  readonly onSee: () => void;
}

function Row({ review, store, when, online, onSee }: RowProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { sending, submit } = useSubmit((error) => setFailed(readFailureText(error)));
  const amount = (value: Money): string => formatMoney(value, store.currency);
  const close = (): void => {
    setFailed(null);
    void submit(() => closeSaleReview(store.id, review));
  };
  return (
    <PanelRow
      note={texts.seller(review.seller, when)}
      title={<span className={styles['number']}>{texts.order(review.number)}</span>}
    >
      <dl className={styles['amounts']}>
        <dt>{texts.sold}</dt>
        <dd>{amount(review.sold_total)}</dd>
        <dt>{texts.own}</dt>
        <dd>{amount(review.own_total)}</dd>
        <dt className={styles['difference']}>{texts.difference}</dt>
        <dd className={styles['difference']}>{amount(subtract(review.sold_total, review.own_total))}</dd>
      </dl>
      {failed === null ? null : (
        <div role="alert">
          <Notice tone="error">{failed}</Notice>
        </div>
      )}
      <div className={styles['actions']}>
        <Button aria-label={texts.seeName(review.number)} variant="secondary" onClick={onSee}>
          {texts.see}
        </Button>
        <Button
          aria-label={texts.doneName(review.number)}
          disabledReason={online ? undefined : texts.needsNetwork}
          loading={sending}
          variant="primary"
          onClick={close}
        >
          {texts.done}
        </Button>
      </div>
    </PanelRow>
  );
}
