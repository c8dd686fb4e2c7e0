import { useCallback, useMemo, useState } from 'react';
import { useOrders, useOrdersKnown } from '#data/orders/orders.ts';
import type { ServiceType } from '#domain/store.ts';
import type { Columns } from './board-columns.ts';
import { boardColumns, finishedList, keptColumns } from './board-columns.ts';

/** The store's orders in columns, and the finished ones, without the services that the header's filter hides. */
export function useBoardOrders() {
  const orders = useOrders();
  const known = useOrdersKnown();
  const [hidden, setHidden] = useState<ReadonlySet<ServiceType>>(new Set());
  const [keep] = useState(columnKeeper);
  const columns = useMemo(() => keep(boardColumns(orders, hidden)), [keep, orders, hidden]);
  const finished = useMemo(() => finishedList(orders, hidden), [orders, hidden]);
  const onToggle = useCallback((type: ServiceType): void => setHidden((now) => toggled(now, type)), []);
  return { orders, known, hidden, columns, finished, onToggle };
}

/** Returns each column as the same array as before when it has the same cards: then it is not rendered again. */
function columnKeeper(): (now: Columns) => Columns {
  let kept: Columns | null = null;
  return (now) => (kept = kept === null ? now : keptColumns(kept, now));
}

const toggled = (set: ReadonlySet<ServiceType>, type: ServiceType): ReadonlySet<ServiceType> =>
  set.has(type) ? new Set([...set].filter((t) => t !== type)) : new Set([...set, type]);
