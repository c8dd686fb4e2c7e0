import type { ReactNode } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { discardCart, restoreCart, useCart } from '#data/cart/cart-store.ts';
import { useNow } from '#data/device/device.ts';
import { unitsIn } from '#domain/cart.ts';
import { rangesOn } from '#domain/opening.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { customerImmediateServices, scheduledServices } from '#domain/store.ts';
import { wallTime, weekdayOn } from '#domain/time.ts';
import { productCount } from '#texts/order-taking.ts';
import { serviceLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { IconCalendar, IconDelivery, IconReceipt, IconStore, IconTakeaway, IconTrash } from '#ui/icons.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { toast } from '#ui/toast/toast.ts';
import { ActiveOrder } from './active-order.tsx';
import { OpenTag } from './nearby-card.tsx';
import styles from './storefront.module.css';
import { storefrontTexts as texts } from './texts.ts';

interface StorePageProps {
  readonly profile: Profile;
  readonly onOrder: (type: ServiceType) => void;
  /** Back to the order that was begun. */
  readonly onResume: () => void;
  readonly onFollow: (orderId: number) => void;
}

const minuteMs = 60_000;

const icons: Readonly<Record<ServiceType, ReactNode>> = {
  LOCAL: <IconStore size={32} />,
  TAKEAWAY: <IconTakeaway size={32} />,
  DELIVERY: <IconDelivery size={32} />,
};

/** A store's home for its customers: what can be ordered now or for later, and the order on its way. */
export function StorePage({ profile, onOrder, onResume, onFollow }: StorePageProps) {
  const { store } = profile;
  const now = customerImmediateServices(store);
  const later = scheduledServices(store).filter((type) => !now.includes(type));
  return (
    <Screen>
      <ScreenHeader actions={<OpenTag open={store.status.open} />} title={store.name} />
      <ScreenBody>
        <div className={styles['columns']}>
          <div className={styles['column']}>
            <ActiveOrder storeId={store.id} onFollow={onFollow} />
            <Begun storeId={store.id} onResume={onResume} />
            <Panel title={texts.order}>
              {store.status.open ? null : (
                <Notice tone="warning">{later.length > 0 ? texts.closedLater : texts.closed}</Notice>
              )}
              {now.length + later.length === 0 && store.status.open ? (
                <EmptyState icon={<IconStore size={32} />} title={texts.nothing} />
              ) : null}
              <div className={styles['choices']}>
                {now.map((type) => (
                  <button key={type} className={styles['choice']} type="button" onClick={() => onOrder(type)}>
                    {icons[type]}
                    {serviceLabels[type]}
                  </button>
                ))}
                {later.map((type) => (
                  <button key={type} className={styles['choice']} type="button" onClick={() => onOrder(type)}>
                    <IconCalendar size={32} />
                    {texts.scheduled(type)}
                  </button>
                ))}
              </div>
              {now.length > 0 && store.status.delay > 0 ? (
                <p className={styles['quiet']}>{texts.delay(store.status.delay)}</p>
              ) : null}
            </Panel>
          </div>
          <About store={store} />
        </div>
      </ScreenBody>
    </Screen>
  );
}

/** An order that was begun in this store, to go on with or to throw away. */
function Begun({ storeId, onResume }: { readonly storeId: number; readonly onResume: () => void }) {
  const cart = useCart((s) => (s.cart?.store_id === storeId && s.cart.lines.length > 0 ? s.cart : null));
  if (!cart) return null;
  const discard = (): void => {
    discardCart();
    toast.undo({ text: texts.discarded, onUndo: restoreCart });
  };
  return (
    <div className={styles['ways']}>
      <Button icon={<IconReceipt size={22} />} onClick={onResume}>
        {texts.resume(productCount(unitsIn(cart)))}
      </Button>
      <IconButton icon={<IconTrash />} label={texts.discard} onClick={discard} />
    </div>
  );
}

function About({ store }: { readonly store: Store }) {
  const today = weekdayOn(wallTime(useNow(minuteMs), store.timezone).date);
  const ranges = rangesOn(store.hours, today);
  return (
    <Panel>
      <div className={styles['about']}>
        <Avatar decorative name={store.name} size="lg" src={store.logo_url} />
        <div>
          {store.description ? <p className={styles['hours']}>{store.description}</p> : null}
          <p className={styles['quiet']}>{store.address.complete}</p>
        </div>
      </div>
      <p className={styles['hours']}>
        <b>{texts.today}</b>
      </p>
      <p className={styles['hours']}>
        {store.hours.length === 0
          ? texts.noHours
          : ranges.length === 0
            ? texts.closedDay
            : ranges.map(({ from, to }) => texts.range(from, to)).join(' · ')}
      </p>
    </Panel>
  );
}
