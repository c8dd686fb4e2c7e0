import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { offers } from '#data/orders/order-action.ts';
import type { Folded } from '#data/orders/orders.ts';
import { isNumbered } from '#data/orders/order-edits.ts';
import { useOrder, useOrders, useOrdersKnown } from '#data/orders/orders.ts';
import { useNow } from '#data/device/device.ts';
import { usePreferences } from '#data/device/preferences.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { actionOfLetter, letterGapMs } from '#domain/order-actions.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { cardTimer } from '#domain/order-timer.ts';
import { isOnBoard } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import type { Instant } from '#domain/time.ts';
import { wakeIn } from '#platform/clock.ts';
import { orderSyncLabels, placeLabel, serviceLabels } from '#texts/order.ts';
import { timerLabel } from '#texts/time.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { OrderStatusTag } from '#ui/feedback/order-status-tag.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconChevronLeft, IconChevronRight, IconClock, IconCloudUpload, IconLate, IconRefresh } from '#ui/icons.tsx';
import { isTopLayer } from '#ui/overlay/overlay-stack.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useMedia } from '#ui/use-media.ts';
import { OrderActionBar, Options } from './order-actions.tsx';
import styles from './order-detail.module.css';
import { neighbourOrder } from './order-facts.ts';
import { Products } from './products.tsx';
import { OrderHistory } from './history/order-history.tsx';
import { MoneySection, People } from './order-sections.tsx';
import { detailTexts } from './texts.ts';

interface OrderDetailProps {
  readonly uid: string;
  readonly profile: Profile;
  readonly onClose: () => void;
  /** ←/→: opens the previous or next order of its column. */
  readonly onGo: (uid: string) => void;
  /** All actions on orders; the route joins the lists of the features (B-57 to B-60). */
  readonly actions: readonly OrderAction[];
  readonly onAction: OnAction;
  /** Another feature's content for «Historial», below the changes. */
  readonly historyExtra?: (order: Order) => ReactNode;
  /** Another feature's content, beside the state. */
  readonly stateExtra: (order: Order) => ReactNode;
  /** Another feature's content, below the payments. */
  readonly moneyExtra: (order: Order) => ReactNode;
}

const updatedMs = 10_000;
const noActions: readonly OrderAction[] = [];

/**
 * All data of one order, shown at once from this device (D3): full screen on the phone, 720 px, or beside the board.
 */
export function OrderDetail({ uid, profile, onClose, onGo, actions, onAction, ...more }: OrderDetailProps) {
  const current = useOrder(uid);
  const known = useOrdersKnown();
  const orders = useOrders();
  const wide = useMedia('(width >= 1600px)');
  const phone = useMedia('(width < 768px)');
  const updated = useChangedElsewhere(current);
  const order = useLastKnown(uid, current);
  const neighbours = {
    previous: neighbourOrder(
      orders.map((o) => o.body),
      uid,
      -1,
    ),
    next: neighbourOrder(
      orders.map((o) => o.body),
      uid,
      1,
    ),
  };
  const { store } = profile;
  const now = useNow(kanbanTimerMs);
  const box = useRef<HTMLDivElement>(null);
  const mayChange = can('order.changeStatus', store);
  useDetailKeys(box, {
    neighbours,
    onGo,
    onLetter: (key) => {
      const action = current && actionOfLetter(actions, key, current.body);
      if (current && action && offers(action, current.body, store)) void onAction(action, current.body);
    },
  });

  const go = (to: string | null, label: string, icon: ReactNode) => (
    <IconButton
      disabled={to === null}
      icon={icon}
      label={label}
      onClick={() => {
        if (to !== null) onGo(to);
      }}
    />
  );

  const removed = <Notice tone="warning">{detailTexts.removed}</Notice>;

  return (
    <Overlay
      open
      actions={
        <>
          {go(neighbours.previous, detailTexts.previous, <IconChevronLeft />)}
          {go(neighbours.next, detailTexts.next, <IconChevronRight />)}
          {current ? <Options actions={actions} order={current.body} store={store} onAction={onAction} /> : null}
        </>
      }
      bodyClassName={wide ? styles['wide'] : undefined}
      footer={
        current && mayChange ? (
          <OrderActionBar actions={actions} order={current.body} store={store} onAction={onAction} />
        ) : undefined
      }
      placement={phone || wide ? 'side' : 'auto'}
      size="lg"
      subtitle={order ? subtitleOf(order) : undefined}
      title={order ? detailTexts.title(order.number) : detailTexts.missing}
      onClose={onClose}
    >
      {order ? (
        <div ref={box} className={styles['content']}>
          {current ? null : removed}
          <div className={styles['state']}>
            <OrderStatusTag status={order.status} />
            <Late now={now} order={order} zone={store.timezone} />
            <Sync shown={current} />
            {more.stateExtra(order)}
          </div>
          <Elsewhere changed={updated} order={order} />
          <div className={styles['halves']}>
            {/* Resets the open question when the order changes. */}
            <Products key={order.uid} mayChange={mayChange && current !== null} order={order} store={store} />
            <div className={styles['half']}>
              <People now={now} order={order} store={store} />
              <MoneySection actions={current ? actions : noActions} order={order} store={store} onAction={onAction}>
                {current ? more.moneyExtra(order) : null}
              </MoneySection>
            </div>
          </div>
          {mayChange && current && isNumbered(order) ? (
            <OrderHistory now={now} order={order} store={store}>
              {more.historyExtra?.(order)}
            </OrderHistory>
          ) : null}
        </div>
      ) : known ? (
        removed
      ) : (
        <SkeletonGroup className={styles['content']} label={detailTexts.loading}>
          <Skeleton height={28} width="40%" />
          <Skeleton height={120} />
          <Skeleton height={120} />
        </SkeletonGroup>
      )}
    </Overlay>
  );
}

function subtitleOf(order: Order): string {
  const service = serviceLabels[order.type];
  const place = placeLabel(order);
  return place === service ? service : `${service} · ${place}`;
}

function Sync({ shown }: { readonly shown: Folded<Order> | null }) {
  if (!shown || shown.sync === 'synced') return null;
  return (
    <span className={styles['sync']}>
      {shown.sync === 'sending' ? <IconCloudUpload size={22} /> : <IconClock size={20} />}
      {orderSyncLabels[shown.sync]}
    </span>
  );
}

/** Tells changes by other devices: a finished order permanently, any other change for a while. */
function Elsewhere({ order, changed }: { readonly order: Order; readonly changed: Changed }) {
  const { status } = order;
  const over = changed.finishedAs === status && (status === 'COMPLETE' || status === 'REJECTED');
  return (
    <div role="status">
      {over ? (
        <Notice tone="warning">{detailTexts.finished[status]}</Notice>
      ) : changed.recently ? (
        <Notice icon={<IconRefresh size={22} />} tone="info">
          {detailTexts.updated}
        </Notice>
      ) : null}
    </div>
  );
}

/** Marks a late order, as its card does (B-48). */
function Late({ order, now, zone }: { readonly order: Order; readonly now: Instant; readonly zone: string }) {
  if (!isOnBoard(order.status)) return null;
  const timer = cardTimer(order, now);
  if (timer.kind !== 'late') return null;
  return (
    <StateTag icon={<IconLate size={20} />} solid state="late">
      {timerLabel(timer, now, zone)}
    </StateTag>
  );
}

/** The order, or its last known state: a removed order stays readable. */
function useLastKnown(uid: string, current: Folded<Order> | null): Order | null {
  const [last, setLast] = useState<Order | null>(null);
  if (current !== null && current.body !== last) setLast(current.body);
  return current?.body ?? (last?.uid === uid ? last : null);
}

interface Changed {
  /** True shortly after another device's change arrived. */
  readonly recently: boolean;
  /** The final status that another device set while the order was open; null without one. */
  readonly finishedAs: OrderStatus | null;
}

/** Detects changes by other devices: a new version while this device had nothing in flight. */
function useChangedElsewhere(current: Folded<Order> | null): Changed {
  const before = useRef(current);
  const [changed, setChanged] = useState<Folded<Order> | null>(null);
  const [finishedAs, setFinishedAs] = useState<OrderStatus | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = current;
    if (was?.body.uid !== current?.body.uid) {
      setChanged(null);
      setFinishedAs(null);
    } else if (was?.sync === 'synced' && current && current.body.ver > was.body.ver) {
      setChanged(current);
      if (current.body.status !== was.body.status)
        setFinishedAs(isOnBoard(current.body.status) ? null : current.body.status);
    }
  }, [current]);
  useEffect(() => (changed === null ? undefined : wakeIn(updatedMs, () => setChanged(null))), [changed]);
  return { recently: changed !== null, finishedAs };
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

interface DetailKeys {
  readonly neighbours: { readonly previous: string | null; readonly next: string | null };
  readonly onGo: (uid: string) => void;
  readonly onLetter: (key: string) => void;
}

/** ← and → move along the column; letters work as on the board. An overlay on top keeps its own keys. */
function useDetailKeys(box: RefObject<HTMLElement | null>, keys: DetailKeys): void {
  const neighbours = useEffectEvent(() => keys.neighbours);
  const go = useEffectEvent(keys.onGo);
  const pressLetter = useEffectEvent(keys.onLetter);
  useEffect(() => {
    let forget = (): void => {};
    const onKey = (event: KeyboardEvent): void => {
      forget();
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isField(event.target)) return;
      if (!isTopLayer(box.current?.closest('[data-layer]') ?? null)) return;
      const { previous, next } = neighbours();
      const to = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : null;
      if (to !== null) {
        event.preventDefault();
        go(to);
      } else if (/^[a-z]$/iu.test(event.key) && usePreferences.getState().singleKeys)
        forget = wakeIn(letterGapMs, () => pressLetter(event.key));
    };
    document.addEventListener('keydown', onKey);
    return () => {
      forget();
      document.removeEventListener('keydown', onKey);
    };
  }, [box]);
}
