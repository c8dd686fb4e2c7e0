import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { useOrders, useOrdersKnown } from '#data/orders/orders.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { orderStatuses } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { ScrollingList } from './card-list.tsx';
import { orderNumberLabel, orderStatusLabels, serviceLabels } from '#texts/order.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { cx } from '#ui/class-names.ts';
import { OrderStatusTag } from '#ui/feedback/order-status-tag.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { isTopLayer } from '#ui/overlay/overlay-stack.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { listedOrders, paymentSummary } from './list-rows.ts';
import styles from './order-list.module.css';
import { listTexts } from './texts.ts';

interface OrderListProps {
  readonly store: Store;
  readonly onOpen: (uid: string) => void;
  readonly onClose: () => void;
}

const rowEstimatePx = 72;

/** All orders of this device, on the board or not: search, status filter, one row each (B-17, B-18, D6). */
export function OrderList({ store, onOpen, onClose }: OrderListProps) {
  const shown = useOrders();
  const known = useOrdersKnown();
  const online = useNetwork((n) => n.online);
  const [typed, setTyped] = useState('');
  const [statuses, setStatuses] = useState<ReadonlySet<OrderStatus>>(new Set());
  const searched = useDeferredValue(typed);
  const box = useRef<HTMLDivElement>(null);
  const orders = useMemo(
    () =>
      listedOrders(
        shown.map((o) => o.body),
        searched,
        statuses,
      ),
    [shown, searched, statuses],
  );
  useSlash(box);

  const toggle = (status: OrderStatus): void =>
    setStatuses((now) => (now.has(status) ? new Set([...now].filter((s) => s !== status)) : new Set([...now, status])));

  return (
    <Drawer bodyClassName={styles['body']} open size="xl" title={listTexts.title} onClose={onClose}>
      {/* The rows are the controls; the container only handles their arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={box} className={styles['box']} onKeyDown={walkRows}>
        <div className={styles['filters']}>
          <SearchBox label={listTexts.search} placeholder={listTexts.search} value={typed} onChange={setTyped} />
          <ChipRow label={listTexts.statuses}>
            {orderStatuses.map((status) => (
              <FilterPill key={status} pressed={statuses.has(status)} onToggle={() => toggle(status)}>
                {orderStatusLabels[status]}
              </FilterPill>
            ))}
          </ChipRow>
          {online ? null : <OfflineNotice>{listTexts.offline}</OfflineNotice>}
        </div>
        {known ? (
          <Rows orders={orders} store={store} onOpen={onOpen} />
        ) : (
          <SkeletonGroup className={styles['skeletons']} label={listTexts.loading}>
            {[0, 1, 2, 3, 4].map((n) => (
              <Skeleton key={n} height={56} />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </Drawer>
  );
}

interface RowsProps extends Pick<OrderListProps, 'store' | 'onOpen'> {
  readonly orders: readonly Order[];
}

function Rows({ orders, store, onOpen }: RowsProps) {
  const { heads } = listTexts;
  if (orders.length === 0) return <EmptyState title={listTexts.empty} />;
  return (
    <>
      <p aria-live="polite" className="visually-hidden">
        {listTexts.found(orders.length)}
      </p>
      <div aria-hidden="true" className={cx(styles['row'], styles['heads'])}>
        {Object.entries(heads).map(([name, head]) => (
          <span key={name} className={styles[name]}>
            {head}
          </span>
        ))}
      </div>
      <ScrollingList estimatePx={() => rowEstimatePx} items={orders} keyOf={(o) => o.uid}>
        {(order) => <Row order={order} store={store} onOpen={onOpen} />}
      </ScrollingList>
    </>
  );
}

function Row({ order, store, onOpen }: Pick<OrderListProps, 'store' | 'onOpen'> & { readonly order: Order }) {
  const number = orderNumberLabel(order.number);
  return (
    <div className={styles['row']}>
      {/* A PAYING order leads to the paying screen (B-18, D-20, Y-57). */}
      <button
        aria-label={order.status === 'PAYING' ? listTexts.paying(number) : listTexts.open(number)}
        className={cx(styles['number'], styles['open'])}
        data-row=""
        type="button"
        onClick={() => onOpen(order.uid)}
      >
        {number}
      </button>
      <span className={cx(styles['code'], 'truncate')}>{order.code?.description || whoOf(order)}</span>
      <span className={styles['type']}>{serviceLabels[order.type]}</span>
      <span className={styles['status']}>
        <OrderStatusTag status={order.status} />
      </span>
      <span className={cx(styles['payment'], 'truncate')}>
        {paymentSummary(order, store.payment_methods) || listTexts.noPayment}
      </span>
      <b className={styles['total']}>{formatMoney(order.total, store.currency)}</b>
    </div>
  );
}

/** The customer's name, else the text for an order without a code. */
const whoOf = ({ description, user }: Order): string => description || user?.fullname || listTexts.noCode;

/** ↑ and ↓ move between rows, and from the search box to the first one. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const direction = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (direction === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === event.target);
  const next = at === -1 ? (direction === 1 ? rows[0] : undefined) : rows[at + direction];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** `/` focuses the search box. */
function useSlash(box: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      if (!isTopLayer(box.current?.closest('[data-layer]') ?? null)) return;
      event.preventDefault();
      box.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);
}
