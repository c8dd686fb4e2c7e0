import { memo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import type { Folded } from '#data/orders/orders.ts';
import type { Order } from '#domain/order.ts';
import type { BoardStatus } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { boardColumnLabels } from '#texts/order.ts';
import { cx } from '#ui/class-names.ts';
import { Badge, CountBadge } from '#ui/feedback/badge.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { StateShape } from '#ui/state-shapes.tsx';
import type { OrderState } from '#ui/state-shapes.tsx';
import { cardEstimatePx } from './board-columns.ts';
import type { BoardRow } from './held-rows.ts';
import { useHeldRows } from './held-rows.ts';
import { PageList, ScrollingList } from './list/card-list.tsx';
import styles from './order-board.module.css';
import { OrderCard } from './order-card.tsx';
import { boardTexts } from './texts.ts';

const shapes: Readonly<Record<BoardStatus, OrderState>> = {
  PENDING: 'waiting',
  ACCEPTED: 'preparation',
  DELIVER: 'ready',
};

const shapeColours: Readonly<Record<BoardStatus, CSSProperties & Record<'--shape', string>>> = {
  PENDING: { '--shape': 'var(--waiting)' },
  ACCEPTED: { '--shape': 'var(--preparation)' },
  DELIVER: { '--shape': 'var(--ready)' },
};

/** Props shared by the cards of all columns; one object, so that the memo compares by identity. */
export interface CardContext {
  readonly store: Store;
  readonly actions: readonly OrderAction[];
  readonly scale: number;
  readonly draggable: boolean;
  readonly dragged: string | null;
  /** uid of the dropped card while its command is being written to disk. */
  readonly landing: string | null;
  readonly flashing: ReadonlySet<string>;
  readonly onOpen: (uid: string) => void;
  readonly onAction: OnAction;
}

interface ColumnCardsProps {
  readonly cards: readonly Folded<Order>[];
  readonly context: CardContext;
  /** The cards that nobody has acknowledged; they have an edge. */
  readonly fresh: ReadonlySet<string>;
  /** The only card of the board in the tab order, if it is in this column. */
  readonly tabStop: string | null;
  /** The text of an empty column; null for none. */
  readonly empty: string | null;
  readonly known: boolean;
}

interface BoardColumnProps extends ColumnCardsProps {
  readonly status: BoardStatus;
}

interface WideColumnProps extends BoardColumnProps {
  /** True while a drop would move the dragged card here. */
  readonly target: boolean;
}

/** A column on screens of at least 768 px: a head with icon, name and count, its own scroll, and a drop target. */
export const BoardColumn = memo(function BoardColumnView({ status, target, ...list }: WideColumnProps) {
  const count = list.cards.length;
  const { hand, unsettled, waiting, rows } = useHeldRows(list.cards, isDragging(list.context));
  return (
    <section
      aria-label={boardColumnLabels[status]}
      className={cx(styles['column'], target && styles['target'], unsettled && styles['unsettled'])}
      data-column={status}
      data-drop={status}
      {...hand}
    >
      <div className={styles['columnHead']} style={shapeColours[status]}>
        <StateShape state={shapes[status]} />
        <h2 className={styles['columnTitle']}>{boardColumnLabels[status]}</h2>
        {waiting > 0 ? <Badge tone="waiting">{boardTexts.heldBack(waiting)}</Badge> : null}
        {list.known ? <CountBadge count={count} label={boardTexts.ordersIn(count)} /> : null}
      </div>
      <CardsOr {...list}>{() => <ScrollingList {...listOf(rows, list)} />}</CardsOr>
    </section>
  );
});

/** The cards of one tab on the phone: the page scrolls, and there is no dragging. */
export function PhoneColumn({ status, ...list }: BoardColumnProps) {
  const { hand, unsettled, rows } = useHeldRows(list.cards, isDragging(list.context));
  return (
    <div className={cx(unsettled && styles['unsettled'])} {...hand}>
      <h2 className="visually-hidden">{boardColumnLabels[status]}</h2>
      <CardsOr {...list}>{() => <PageList {...listOf(rows, list)} />}</CardsOr>
    </div>
  );
}

const isDragging = ({ dragged, landing }: CardContext): boolean => dragged !== null || landing !== null;

function CardsOr({ cards, empty, known, children }: ColumnCardsProps & { readonly children: () => ReactNode }) {
  if (!known) return <CardSkeletons />;
  if (cards.length > 0) return children();
  return empty === null ? null : <p className={styles['empty']}>{empty}</p>;
}

type CardMarks = Pick<ColumnCardsProps, 'context' | 'fresh' | 'tabStop'>;

const uidOf = ({ uid }: BoardRow): string => uid;
const isGap = ({ shown }: BoardRow): boolean => shown === null;

const listOf = (rows: readonly BoardRow[], list: CardMarks) => ({
  items: rows,
  keyOf: uidOf,
  isGap,
  estimatePx: ({ shown }: BoardRow) => (shown ? cardEstimatePx(shown.body, list.context.scale) : 0),
  keep: [list.tabStop, list.context.dragged],
  children: ({ shown }: BoardRow) => (shown ? <DraggableCard {...list} shown={shown} /> : null),
});

/** Dragging is the second way to move a card: only on wide screens, and not while its command is being sent (B-29). */
function DraggableCard({ shown, context, fresh, tabStop }: CardMarks & { readonly shown: Folded<Order> }) {
  const { uid } = shown.body;
  return (
    <OrderCard
      actions={context.actions}
      flash={context.flashing.has(uid)}
      fresh={shown.body.status === 'PENDING' && fresh.has(uid)}
      grabbable={context.draggable && shown.sync !== 'sending'}
      lifted={context.dragged === uid || context.landing === uid}
      shown={shown}
      store={context.store}
      tabbable={tabStop === uid}
      onAction={context.onAction}
      onOpen={context.onOpen}
    />
  );
}

/** Three placeholders of a card's size. */
function CardSkeletons() {
  return (
    <SkeletonGroup className={styles['skeletons']} label={boardTexts.loading}>
      {[0, 1, 2].map((n) => (
        <Card key={n} className={styles['skeleton']}>
          <Skeleton height={28} width="70%" />
          <Skeleton height={44} width="90%" />
          <Skeleton height={22} />
          <Skeleton height={48} radius={12} width="80%" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}
