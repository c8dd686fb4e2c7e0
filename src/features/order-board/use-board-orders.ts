import { useMemo, useState } from 'react';
import { useOrders, useOrdersKnown } from '#data/orders/orders.ts';
import type { ServiceType } from '#domain/store.ts';
import type { Columns } from './board-columns.ts';
import { boardColumns, finishedList, keptColumns } from './board-columns.ts';

/** The store's orders in columns, and the finished ones, without the services that the header's filter hides. */
export function useBoardOrders() {
  const orders = useOrders();
  const known = useOrdersKnown();
  const [hidden, setHidden] = useState<ReadonlySet<ServiceType>>(new Set());
  const columns = useKept(useMemo(() => boardColumns(orders, hidden), [orders, hidden]));
  const finished = useMemo(() => finishedList(orders, hidden), [orders, hidden]);
  const onToggle = (type: ServiceType): void => setHidden((now) => toggled(now, type));
  return { orders, known, hidden, columns, finished, onToggle };
}

/** The columns, each the same array as before when it has the same cards: what has not changed is not rendered again. */
function useKept(now: Columns): Columns {
  const [kept, setKept] = useState(now);
  if (kept === now) return kept;
  const next = keptColumns(kept, now);
  if (next !== kept) setKept(next);
  return next;
}

const toggled = (set: ReadonlySet<ServiceType>, type: ServiceType): ReadonlySet<ServiceType> =>
  set.has(type) ? new Set([...set].filter((t) => t !== type)) : new Set([...set, type]);
