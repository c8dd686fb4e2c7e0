import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { importWithRetry, preloadAfterPaint, usePainted } from '#data/device/lazy-import.ts';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { offers } from '#data/orders/order-action.ts';
import { useFlashingCards } from '#data/orders/flashing-cards.ts';
import type { Folded } from '#data/orders/orders.ts';
import { usePreferences } from '#data/device/preferences.ts';
import { useUnacknowledged } from '#data/alerts/unacknowledged.ts';
import { dragWidthPx } from '#domain/limits.ts';
import type { BoardStatus, Order, OrderStatus } from '#domain/order.ts';
import { boardStatuses } from '#domain/order.ts';
import { actionOfLetter } from '#domain/order-actions.ts';
import { can } from '#domain/permissions.ts';
import { enabledServices } from '#domain/store.ts';
import { cx } from '#ui/class-names.ts';
import { Screen, ScreenBody } from '#ui/layout/screen.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { useMedia } from '#ui/use-media.ts';
import { tellMissing } from '#ui/toast/toast.ts';
import type { CardContext } from './board-column.tsx';
import { BoardColumn } from './board-column.tsx';
import type { Columns } from './board-columns.ts';
import { columnOf } from './board-columns.ts';
import type { BoardPanel } from './board-header.tsx';
import { BoardHeader } from './board-header.tsx';
import styles from './order-board.module.css';
import { OrderCard } from './order-card.tsx';
import { PhoneTabs } from './phone-tabs.tsx';
import { boardTexts } from './texts.ts';
import { useBoardActions } from './use-board-actions.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardOrders } from './use-board-orders.ts';
import type { DragPorts } from './use-card-drag.ts';
import { useCardDrag } from './use-card-drag.ts';

/** Lazy: the first paint does not need them. */
const loadPanels = () => import('./board-panels.tsx');
const BoardPanels = lazy(async () => ({ default: (await importWithRetry(loadPanels, tellMissing)).BoardPanels }));
const CardDrag = lazy(async () => ({ default: (await importWithRetry(() => import('./card-drag.tsx'))).CardDrag }));
const FinishedList = lazy(async () => ({
  default: (await importWithRetry(() => import('./finished-panel.tsx'))).FinishedList,
}));

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
  const { orders, known, hidden, columns, finished, onToggle } = useBoardOrders();
  const zoom = usePreferences((p) => p.boardZoom);
  const canDrag = useMedia(`(width >= ${dragWidthPx}px)`);
  const hasPanel = useMedia(`(width >= ${wideWidthPx}px)`) && finishedPanel === 'auto';
  const phone = !canDrag;
  const [tab, setTab] = useState<BoardStatus>('PENDING');
  const [panel, setPanel] = useState<BoardPanel | null>(null);
  const board = useRef<HTMLDivElement>(null);

  const fresh = useUnacknowledged((s) => s.uids);
  const flashing = useFlashingCards();
  // So that the panels open at once, offline too.
  useEffect(() => preloadAfterPaint([loadPanels]), []);
  const { act, move, onMove, onOpen } = useBoardActions({ actions, store, onAction, onOpenOrder });
  const mayMove = can('order.changeStatus', store);
  const { tabStop, ...keys } = useBoardKeys({
    columns,
    board,
    phone,
    onMove,
    onLetter: (letter, order) => {
      const action = actionOfLetter(actions, letter, order);
      return action && offers(action, order, store) ? () => void act(action, order) : null;
    },
    onReveal: (uid) => {
      const status = columnOf(columns, uid);
      if (status !== null) setTab(status);
    },
  });

  const mayDrag = canDrag && mayMove;
  const { dragged, landing, target, copy, onPress, ports } = useCardDrag({
    columns,
    enabled: mayDrag,
    move,
    onDrop: keys.follow,
  });
  const painted = usePainted();

  const context = useMemo<CardContext>(
    () => ({
      store,
      actions,
      scale: zoom / 100,
      draggable: mayDrag,
      dragged,
      landing,
      flashing,
      onOpen,
      onAction: act,
    }),
    [store, actions, zoom, mayDrag, dragged, landing, flashing, onOpen, act],
  );
  const finishedProps = { orders: finished, known, store, onOpen, onMove };
  const scale = useMemo<CSSProperties & Record<'--board-zoom', number>>(() => ({ '--board-zoom': zoom / 100 }), [zoom]);
  const services = useMemo(() => enabledServices(store), [store]);

  return (
    <Screen>
      {bare ? null : (
        <BoardHeader
          actions={headerActions}
          dragging={dragged !== null}
          finishing={target === 'COMPLETE'}
          hasFinished={hasPanel}
          hidden={hidden}
          kitchen={kitchen}
          paying={orders.some((o) => o.body.status === 'PAYING')}
          phone={phone}
          services={services}
          onPanel={setPanel}
          onToggle={onToggle}
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
          onMouseDown={onPress}
          onTouchStart={onPress}
        >
          <BoardColumns
            columns={columns}
            context={context}
            fresh={fresh}
            known={known}
            phone={phone}
            tab={tab}
            tabStop={tabStop}
            target={target}
            onTab={setTab}
          />
        </div>
        {hasPanel ? <FinishedColumn {...finishedProps} /> : null}
      </ScreenBody>
      {panel === null || (panel === 'finished' && hasPanel) ? null : (
        <Suspense>
          <BoardPanels finished={finishedProps} panel={panel} onClose={() => setPanel(null)} />
        </Suspense>
      )}
      {mayDrag && painted ? (
        <DragLayer actions={actions} copy={copy} ports={ports} scale={scale} store={store} />
      ) : null}
    </Screen>
  );
}

interface DragLayerProps extends Pick<OrderBoardProps, 'actions'> {
  readonly copy: Folded<Order> | null;
  readonly ports: DragPorts;
  readonly scale: CSSProperties;
  readonly store: Profile['store'];
}

/** Dragging, and the card under the pointer. A step taken by a button does not render it again. */
const DragLayer = memo(function DragLayerView({ copy, ports, scale, ...card }: DragLayerProps) {
  return (
    <Suspense>
      <CardDrag className={styles['scaled']} ports={ports} style={scale}>
        {copy ? (
          <div inert className={styles['copy']}>
            <OrderCard {...card} shown={copy} onAction={ignoreAction} onOpen={doNothing} />
          </div>
        ) : null}
      </CardDrag>
    </Suspense>
  );
});

/** The finished orders beside the columns, on wide screens. */
function FinishedColumn(props: ComponentProps<typeof FinishedList>) {
  return (
    <section aria-label={boardTexts.finished} className={cx(styles['column'], styles['finishedPanel'])}>
      <h2 className={styles['finishedTitle']}>{boardTexts.finished}</h2>
      <Suspense>
        <FinishedList {...props} />
      </Suspense>
    </section>
  );
}

interface BoardColumnsProps {
  readonly columns: Columns;
  readonly context: CardContext;
  readonly fresh: ReadonlySet<string>;
  readonly known: boolean;
  readonly phone: boolean;
  /** The open tab on the phone. */
  readonly tab: BoardStatus;
  readonly tabStop: string | null;
  /** Where a drop would move the dragged card. */
  readonly target: OrderStatus | null;
  readonly onTab: (status: BoardStatus) => void;
}

/** The three columns side by side, or as tabs on the phone. An empty board has one text for all of them. */
function BoardColumns({ columns, context, fresh, known, phone, tab, tabStop, target, onTab }: BoardColumnsProps) {
  const nothing = known && boardStatuses.every((status) => columns[status].length === 0);
  const everywhere = nothing ? <p className={styles['empty']}>{boardTexts.empty}</p> : null;
  const column = (status: BoardStatus) => ({
    status,
    cards: columns[status],
    context,
    fresh: status === 'PENDING' ? fresh : noUids,
    tabStop: columns[status].some((card) => card.body.uid === tabStop) ? tabStop : null,
    known,
    empty: nothing ? null : boardTexts.emptyColumn,
  });
  if (phone) return <PhoneTabs column={column} everywhere={everywhere} tab={tab} onTab={onTab} />;
  return (
    <>
      {boardStatuses.map((status) => (
        <BoardColumn key={status} {...column(status)} target={target === status} />
      ))}
      {everywhere ? <div className={styles['nothing']}>{everywhere}</div> : null}
    </>
  );
}

const doNothing = (): void => {};
const ignoreAction = (): Promise<boolean> => Promise.resolve(false);
const none: readonly MenuItem[] = [];
const noUids: ReadonlySet<string> = new Set();
