import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { followCustomerOrders } from '#data/storefront/customer-channel.ts';
import { customerOrderQueries } from '#data/storefront/customer-orders.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { orderProgress, shippingProgress } from '#domain/order-progress.ts';
import { shippingDelay } from '#domain/store.ts';
import type { Store } from '#domain/store.ts';
import { orderEstimate } from '#texts/estimates.ts';
import { addressLabel } from '#texts/order-taking.ts';
import { rejectReasonMessages, shippingLabels } from '#texts/order-details.ts';
import { orderStatusLabels, paymentMethodLabel } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconBack, IconCoins, IconRefresh, IconStore } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { OrderSummary } from './order-summary.tsx';
import styles from './storefront.module.css';
import { trackingTexts as texts } from './texts.ts';

interface TrackingPageProps {
  readonly store: Store;
  readonly userId: number;
  readonly orderId: number;
  readonly onBack: () => void;
  readonly onPay: () => void;
  readonly onAgain: (order: Order) => void;
  readonly onStore: () => void;
  /** The questions about notifications and installing, another feature's. */
  readonly prompts: ReactNode;
}

/** /customer/{store_id}/order/{id}: a customer follows their order (Z-08, Z-09, Z-11, Z-12, D9). */
export function TrackingPage({ store, userId, orderId, onBack, onPay, onAgain, onStore, prompts }: TrackingPageProps) {
  const query = useQuery(customerOrderQueries.order(store, orderId));
  const online = useNetwork((n) => n.online);
  useEffect(() => followCustomerOrders(userId, store.id), [userId, store.id]);
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <IconButton icon={<IconBack />} label={texts.back} onClick={onBack} />
        <span className={styles['product']}>{store.name}</span>
      </header>
      <main className={styles['main']} id="contenido" tabIndex={-1}>
        <h1 className={styles['heading']}>{texts.title(query.data?.number ?? null)}</h1>
        {online || query.data === undefined ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{texts.offlineNone}</OfflineNotice>}
          skeleton={
            <SkeletonGroup className={styles['column']} label={texts.loading}>
              <Skeleton height={180} radius={16} />
              <Skeleton height={240} radius={16} />
            </SkeletonGroup>
          }
        >
          {(order) => (
            <div className={styles['columns']}>
              <div className={styles['column']}>
                <Progress order={order} store={store} />
                {order.type === 'DELIVERY' && order.shipping ? <Shipping shipping={order.shipping} /> : null}
                <div className={styles['ways']}>
                  {order.status === 'PAYING' ? (
                    <Button icon={<IconCoins size={22} />} onClick={onPay}>
                      {texts.pay}
                    </Button>
                  ) : null}
                  {order.status === 'REJECTED' || order.status === 'COMPLETE' ? (
                    <Button icon={<IconRefresh size={22} />} onClick={() => onAgain(order)}>
                      {texts.again}
                    </Button>
                  ) : null}
                  <Button icon={<IconStore size={22} />} variant="secondary" onClick={onStore}>
                    {texts.store}
                  </Button>
                </div>
              </div>
              <div className={styles['column']}>
                <OrderSummary order={order} store={store} />
                <Panel title={order.type === 'DELIVERY' ? texts.address : texts.pickUp}>
                  <p className={styles['hours']}>
                    {order.type === 'DELIVERY' ? addressLabel(order.address) : store.address.complete}
                  </p>
                </Panel>
                <Panel title={texts.payment}>
                  {order.payments.map((payment, index) => (
                    <p key={payment.id ?? index} className={styles['hours']}>
                      {texts.paid(
                        paymentMethodLabel(payment.method, store.payment_methods),
                        formatMoney(payment.amount, store.currency),
                      )}
                    </p>
                  ))}
                </Panel>
              </div>
            </div>
          )}
        </Loaded>
      </main>
      {prompts}
    </div>
  );
}

/** The reason that a customer reads; null for an order that is not rejected (Z-12). */
export const rejectionReason = (
  order: Pick<Order, 'status' | 'reject_reason' | 'rejected_reason_message'>,
): string | null =>
  order.status === 'REJECTED'
    ? order.rejected_reason_message || (order.reject_reason && rejectReasonMessages[order.reject_reason])
    : null;

function Progress({ order, store }: { readonly order: Order; readonly store: Store }) {
  const { status, type } = order;
  const ended = status === 'COMPLETE' || status === 'REJECTED';
  const why = rejectionReason(order);
  const delay = type === 'DELIVERY' ? shippingDelay(store)?.words : null;
  return (
    <Panel>
      <div className={styles['state']} aria-live="polite">
        <ProgressBar
          label={orderStatusLabels[status]}
          tone={status === 'REJECTED' ? 'danger' : status === 'COMPLETE' ? 'ready' : 'preparation'}
          value={orderProgress[status]}
        />
        <p className={styles['meaning']}>{texts.meaning(status, type)}</p>
        {why === null ? null : (
          <Notice tone="error">
            <b>{texts.why}</b>
            <p className={styles['hours']}>{why}</p>
          </Notice>
        )}
      </div>
      {ended ? null : (
        <div>
          <p className={styles['quiet']}>{texts.ready}</p>
          <p className={styles['estimate']}>{orderEstimate(order, store)}</p>
          {delay ? <p className={styles['quiet']}>{delay}</p> : null}
        </div>
      )}
    </Panel>
  );
}

/** 'Seguimiento' with the rider's line (Z-08). */
function Shipping({ shipping }: { readonly shipping: NonNullable<Order['shipping']> }) {
  const { status, rider } = shipping;
  return (
    <Panel title={texts.tracking}>
      <ProgressBar
        label={shippingLabels[status]}
        tone={shippingProgress[status] === 0 ? 'danger' : status === 'DELIVERED' ? 'ready' : 'preparation'}
        value={shippingProgress[status]}
      />
      <p className={styles['quiet']}>{rider ? texts.rider(rider.name) : texts.noRider}</p>
    </Panel>
  );
}
