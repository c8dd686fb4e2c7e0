import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import type { ShownOrder } from '#data/orders.ts';
import { useOrder, useOrders, useOrdersKnown } from '#data/orders.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { isOnBoard, nextStatus, statusTargets } from '#domain/order.ts';
import { nextStepLabels, orderStatusLabels, orderSyncLabels, placeLabel, serviceLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { SplitButton } from '#ui/action/split-button.tsx';
import { Badge, StateTag } from '#ui/feedback/badge.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import {
  IconArrowRight,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconCloudUpload,
  IconRefresh,
} from '#ui/icons.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import type { OrderState } from '#ui/state-shapes.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './order-detail.module.css';
import { neighbourOrder } from './order-facts.ts';
import { Money, People, Products } from './order-sections.tsx';
import { detailTexts } from './texts.ts';

interface OrderDetailProps {
  /** The order to show; null closes it. */
  readonly uid: string | null;
  readonly profile: Profile;
  readonly onClose: () => void;
  /** ←/→: the order before or after it in its column. */
  readonly onGo: (uid: string) => void;
  /** Queues a change of status, with its «Deshacer»; the board's own, handed in by the route. */
  readonly onMove: (order: Order, to: OrderStatus) => void;
}

const states: Readonly<Record<Exclude<OrderStatus, 'REJECTED'>, OrderState>> = {
  PAYING: 'paying',
  PENDING: 'waiting',
  ACCEPTED: 'preparation',
  DELIVER: 'ready',
  COMPLETE: 'neutral',
};

const updatedMs = 10_000;

/** Everything about one order, at once from what the device holds (D3): whole phone, 720 px, or beside the board. */
export function OrderDetail({ uid, ...rest }: OrderDetailProps) {
  return uid === null ? null : <OpenDetail uid={uid} {...rest} />;
}

function OpenDetail({ uid, profile, onClose, onGo, onMove }: OrderDetailProps & { readonly uid: string }) {
  const current = useOrder(uid);
  const known = useOrdersKnown();
  const orders = useOrders();
  const wide = useMedia('(width >= 1600px)');
  const phone = useMedia('(width < 768px)');
  const updated = useChangedElsewhere(current);
  const order = useLastKnown(uid, current);
  const neighbours = {
    previous: neighbourOrder(
      orders.map((o) => o.order),
      uid,
      -1,
    ),
    next: neighbourOrder(
      orders.map((o) => o.order),
      uid,
      1,
    ),
  };
  useDetailKeys(neighbours, onGo);

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
        </>
      }
      bodyClassName={wide ? styles['wide'] : undefined}
      footer={order && current ? <Steps order={order} onMove={onMove} /> : undefined}
      placement={phone || wide ? 'side' : 'auto'}
      size="lg"
      subtitle={order ? subtitleOf(order) : undefined}
      title={order ? detailTexts.title(order.number) : detailTexts.missing}
      onClose={onClose}
    >
      {order ? (
        <div className={styles['content']}>
          {current ? null : removed}
          <div className={styles['state']}>
            <Status status={order.status} />
            <Sync shown={current} />
          </div>
          {updated ? (
            <Notice icon={<IconRefresh size={22} />} tone="info">
              {detailTexts.updated}
            </Notice>
          ) : null}
          <div className={styles['halves']}>
            <Products order={order} store={profile.store} />
            <div className={styles['half']}>
              <People now={deviceClock.now()} order={order} zone={profile.store.timezone} />
              <Money order={order} store={profile.store} />
            </div>
          </div>
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

function Status({ status }: { readonly status: OrderStatus }) {
  const word = orderStatusLabels[status];
  return status === 'REJECTED' ? (
    <Badge tone="danger">{word}</Badge>
  ) : (
    <StateTag state={states[status]}>{word}</StateTag>
  );
}

function subtitleOf(order: Order): string {
  const service = serviceLabels[order.type];
  const place = placeLabel(order);
  return place === service ? service : `${service} · ${place}`;
}

function Sync({ shown }: { readonly shown: ShownOrder | null }) {
  if (!shown || shown.sync === 'synced') return null;
  return (
    <span className={styles['sync']}>
      {shown.sync === 'sending' ? <IconCloudUpload size={22} /> : <IconClock size={20} />}
      {orderSyncLabels[shown.sync]}
    </span>
  );
}

/** The next step in one tap; every other status behind the arrow (B-57, D-19). */
function Steps({ order, onMove }: { readonly order: Order; readonly onMove: OrderDetailProps['onMove'] }) {
  const { status } = order;
  const next = nextStatus(status);
  const items = statusTargets[status].map((to): MenuItem => ({
    id: to,
    label: orderStatusLabels[to],
    group: detailTexts.moveTo,
    onSelect: () => onMove(order, to),
  }));
  if (items.length === 0) return null;
  if (next === null || !isOnBoard(status))
    return (
      <Menu
        items={items}
        label={detailTexts.otherStatus}
        renderTrigger={(props) => (
          <Button {...props} fullWidth iconAfter={<IconChevronDown />} variant="secondary">
            {detailTexts.moveTo}
          </Button>
        )}
      />
    );
  return (
    <SplitButton
      icon={next === 'DELIVER' ? <IconArrowRight size={22} /> : <IconCheck size={22} />}
      items={items}
      menuLabel={detailTexts.otherStatus}
      variant={next === 'COMPLETE' ? 'success' : 'primary'}
      onClick={() => onMove(order, next)}
    >
      {nextStepLabels[status]}
    </SplitButton>
  );
}

/** The order, or the last that was known of it: one that is removed meanwhile stays readable. */
function useLastKnown(uid: string, current: ShownOrder | null): Order | null {
  const [last, setLast] = useState<Order | null>(null);
  if (current !== null && current.order !== last) setLast(current.order);
  return current?.order ?? (last?.uid === uid ? last : null);
}

/** True for a while after a change that this device did not make: a new version while nothing of ours was on its way. */
function useChangedElsewhere(current: ShownOrder | null): boolean {
  const before = useRef(current);
  const [changed, setChanged] = useState<ShownOrder | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = current;
    if (was?.order.uid !== current?.order.uid) setChanged(null);
    else if (was?.sync === 'synced' && current && current.order.ver > was.order.ver) setChanged(current);
  }, [current]);
  useEffect(() => (changed === null ? undefined : wakeIn(updatedMs, () => setChanged(null))), [changed]);
  return changed !== null;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

/** ← and → go along the column; a menu on top keeps its keys to itself. */
function useDetailKeys(
  neighbours: { readonly previous: string | null; readonly next: string | null },
  onGo: (uid: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isField(event.target)) return;
      const to = event.key === 'ArrowLeft' ? neighbours.previous : event.key === 'ArrowRight' ? neighbours.next : null;
      if (to === null) return;
      event.preventDefault();
      onGo(to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
