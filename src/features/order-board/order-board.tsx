import type { DragEndEvent, DragStartEvent } from '@dnd-kit/core';
import { DndContext, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { offers } from '#data/orders/order-action.ts';
import { useOrders, useOrdersKnown } from '#data/orders/orders.ts';
import { usePreferences } from '#data/device/preferences.ts';
import { acknowledgeOrder, useUnacknowledged } from '#data/alerts/unacknowledged.ts';
import { dragWidthPx } from '#domain/limits.ts';
import type { BoardStatus, Order, OrderStatus } from '#domain/order.ts';
import { boardStatuses } from '#domain/order.ts';
import { actionOfLetter } from '#domain/order-actions.ts';
import { can } from '#domain/permissions.ts';
import type { ServiceType } from '#domain/store.ts';
import { enabledServices } from '#domain/store.ts';
import { cx } from '#ui/class-names.ts';
import { Screen, ScreenBody } from '#ui/layout/screen.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { useMedia } from '#ui/use-media.ts';
import type { CardContext } from './board-column.tsx';
import { BoardColumn } from './board-column.tsx';
import { boardColumns, columnOf, findCard, finishedList } from './board-columns.ts';
import type { BoardPanel } from './board-header.tsx';
import { BoardHeader } from './board-header.tsx';
import { useRefusals } from './board-notices.ts';
import styles from './order-board.module.css';
import { OrderCard } from './order-card.tsx';
import { PhoneTabs } from './phone-tabs.tsx';
import { boardTexts } from './texts.ts';
import { useBoardKeys } from './use-board-keys.ts';

/** Lazy: the first paint does not need them. */
const loadBulk = () => import('./actions/bulk-dialog.tsx');
const loadList = () => import('./list/order-list.tsx');
const BulkDialog = lazy(async () => ({ default: (await loadBulk()).BulkDialog }));
const loadFinished = () => import('./finished-panel.tsx');
const FinishedList = lazy(async () => ({ default: (await loadFinished()).FinishedList }));
const OrderList = lazy(async () => ({ default: (await loadList()).OrderList }));

interface OrderBoardProps {
  readonly profile: Profile;
  readonly onOpenOrder: (uid: string) => void;
  /** All actions on orders; the route joins the lists of the features. */
  readonly actions: readonly OrderAction[];
  readonly onAction: OnAction;
  /** Rendered in the header before the board's buttons, such as the sync pill. */
  readonly headerActions?: ReactNode;
  /** auto: always open on a wide screen. drawer: always behind its button. */
  readonly finishedPanel?: 'auto' | 'drawer';
  /** The header's menu items of «Pantalla de cocina». */
  readonly kitchen?: readonly MenuItem[];
  /** True on a kitchen screen, which has its own bar and no header. */
  readonly bare?: boolean;
}

const wideWidthPx = 1600;
const dropTargets: readonly OrderStatus[] = [...boardStatuses, 'COMPLETE'];

/** The order board: shows the next step of each order and does it with one tap (D1). */
export function OrderBoard({
  profile: { store },
  onOpenOrder,
  actions,
  onAction,
  headerActions,
  finishedPanel = 'auto',
  kitchen = none,
  bare = false,
}: OrderBoardProps) {
  const orders = useOrders();
  const known = useOrdersKnown();
  const zoom = usePreferences((p) => p.boardZoom);
  const canDrag = useMedia(`(width >= ${dragWidthPx}px)`);
  const hasPanel = useMedia(`(width >= ${wideWidthPx}px)`) && finishedPanel === 'auto';
  const phone = !canDrag;
  const [hidden, setHidden] = useState<ReadonlySet<ServiceType>>(new Set());
  const [tab, setTab] = useState<BoardStatus>('PENDING');
  const [panel, setPanel] = useState<BoardPanel | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [landing, setLanding] = useState<string | null>(null);
  const board = useRef<HTMLDivElement>(null);

  const columns = useMemo(() => boardColumns(orders, hidden), [orders, hidden]);
  const finished = useMemo(() => finishedList(orders, hidden), [orders, hidden]);
  const nothing = known && boardStatuses.every((status) => columns[status].length === 0);
  const fresh = useUnacknowledged((s) => s.uids);
  const flashing = useRefusals(orders, store.timezone);
  // Preloads the dialogs after the first paint, so that they open at once, offline too.
  useEffect(() => void Promise.all([loadBulk(), loadList(), loadFinished()]).catch(() => {}), []);

  const act = useCallback<OnAction>(
    (action, order) => {
      acknowledgeOrder(order.uid);
      return offers(action, order, store) ? onAction(action, order) : Promise.resolve(false);
    },
    [store, onAction],
  );
  const onMove = useCallback(
    (order: Order, to: OrderStatus): Promise<boolean> => {
      const action = actions.find((one) => one.to === to);
      return action ? act(action, order) : Promise.resolve(false);
    },
    [actions, act],
  );
  const onOpen = useCallback(
    (uid: string) => {
      acknowledgeOrder(uid);
      onOpenOrder(uid);
    },
    [onOpenOrder],
  );
  const onTap = useCallback((order: Order, to: OrderStatus) => void onMove(order, to), [onMove]);
  const mayMove = can('order.changeStatus', store);
  const { tabStop, ...keys } = useBoardKeys({
    columns,
    board,
    phone,
    onMove: onTap,
    onLetter: (letter, order) => {
      const action = actionOfLetter(actions, letter, order);
      return action && offers(action, order, store) ? () => void act(action, order) : null;
    },
    onReveal: (uid) => {
      const status = columnOf(columns, uid);
      if (status !== null) setTab(status);
    },
  });

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const onDragStart = ({ active }: DragStartEvent): void => {
    setDragged(String(active.id));
    acknowledgeOrder(String(active.id));
  };
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    const uid = String(active.id);
    setDragged(null);
    const order = findCard(columns, uid)?.order;
    const to = dropTargets.find((status) => status === over?.id);
    // A drop on its own column, or outside every column, does nothing (B-27).
    if (!order || to === undefined || to === order.status) return;
    setLanding(uid);
    keys.follow(uid);
    void onMove(order, to).finally(() => setLanding((now) => (now === uid ? null : now)));
  };

  const context = useMemo<CardContext>(
    () => ({
      store,
      actions,
      scale: zoom / 100,
      draggable: canDrag && mayMove,
      tabStop,
      dragged,
      landing,
      fresh,
      flashing,
      onOpen,
      onAction: act,
    }),
    [store, actions, zoom, canDrag, mayMove, tabStop, dragged, landing, fresh, flashing, onOpen, act],
  );
  const column = (status: BoardStatus) => ({
    status,
    cards: columns[status],
    context,
    known,
    empty: nothing ? null : boardTexts.emptyColumn,
  });
  const finishedProps = {
    orders: finished,
    known,
    store,
    onOpen,
    onMove: onTap,
  };
  const copy = dragged === null ? null : findCard(columns, dragged);
  const scale: CSSProperties & Record<'--board-zoom', number> = { '--board-zoom': zoom / 100 };
  const everywhere = nothing ? <p className={styles['empty']}>{boardTexts.empty}</p> : null;

  return (
    <DndContext
      accessibility={silent}
      collisionDetection={pointerWithin}
      sensors={sensors}
      onDragCancel={() => setDragged(null)}
      onDragEnd={onDragEnd}
      onDragStart={onDragStart}
    >
      <Screen>
        {bare ? null : (
          <BoardHeader
            actions={headerActions}
            dragging={dragged !== null}
            hasFinished={hasPanel}
            hidden={hidden}
            kitchen={kitchen}
            paying={orders.some((o) => o.order.status === 'PAYING')}
            phone={phone}
            services={enabledServices(store)}
            onPanel={setPanel}
            onToggle={(type) => setHidden((now) => toggled(now, type))}
          />
        )}
        <ScreenBody className={styles['body']} scroll={false}>
          {/* The cards are the controls; the container only handles their keys. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div
            ref={board}
            className={cx(styles['board'], styles['scaled'], dragged !== null && styles['dragging'])}
            style={scale}
            onFocus={keys.onFocus}
            onKeyDown={keys.onKeyDown}
          >
            {phone ? (
              <PhoneTabs column={column} everywhere={everywhere} tab={tab} onTab={setTab} />
            ) : (
              <>
                {boardStatuses.map((status) => (
                  <BoardColumn key={status} {...column(status)} />
                ))}
                {everywhere ? <div className={styles['nothing']}>{everywhere}</div> : null}
              </>
            )}
          </div>
          {hasPanel ? (
            <section aria-label={boardTexts.finished} className={cx(styles['column'], styles['finishedPanel'])}>
              <h2 className={styles['finishedTitle']}>{boardTexts.finished}</h2>
              <Suspense>
                <FinishedList {...finishedProps} />
              </Suspense>
            </section>
          ) : null}
        </ScreenBody>
        <Drawer
          bodyClassName={styles['drawer']}
          open={panel === 'finished' && !hasPanel}
          size="sm"
          title={boardTexts.finished}
          onClose={() => setPanel(null)}
        >
          <Suspense>
            <FinishedList {...finishedProps} />
          </Suspense>
        </Drawer>
        <Suspense>
          {panel === 'bulk' ? <BulkDialog store={store} onClose={() => setPanel(null)} /> : null}
          {panel === 'list' ? <OrderList store={store} onClose={() => setPanel(null)} onOpen={onOpen} /> : null}
        </Suspense>
        <DragOverlay className={styles['scaled']} dropAnimation={null} style={scale}>
          {copy ? (
            <div inert className={styles['copy']}>
              <OrderCard actions={actions} shown={copy} store={store} onAction={ignoreAction} onOpen={doNothing} />
            </div>
          ) : null}
        </DragOverlay>
      </Screen>
    </DndContext>
  );
}

const doNothing = (): void => {};
const ignoreAction = (): Promise<boolean> => Promise.resolve(false);
const none: readonly MenuItem[] = [];

const toggled = (set: ReadonlySet<ServiceType>, type: ServiceType): ReadonlySet<ServiceType> =>
  set.has(type) ? new Set([...set].filter((t) => t !== type)) : new Set([...set, type]);

const say = (): undefined => undefined;

/** Disables the drag library's announcements and instructions: the app has its own live regions and keys. */
const silent = {
  announcements: { onDragStart: say, onDragOver: say, onDragEnd: say, onDragCancel: say },
  screenReaderInstructions: { draggable: '' },
};
