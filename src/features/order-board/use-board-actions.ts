import { useCallback } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { offers } from '#data/orders/order-action.ts';
import type { Order, OrderStatus } from '#domain/order.ts';

interface BoardActionsOptions {
  readonly store: Profile['store'];
  readonly actions: readonly OrderAction[];
  readonly onAction: OnAction;
  readonly onOpenOrder: (uid: string) => void;
}

/** What a tap, a key or a drop does with an order: each acknowledges it, and only offered actions run. */
export function useBoardActions({ actions, store, onAction, onOpenOrder }: BoardActionsOptions) {
  const act = useCallback<OnAction>(
    (action, order) => {
      acknowledgeOrder(order.uid);
      return offers(action, order, store) ? onAction(action, order) : Promise.resolve(false);
    },
    [store, onAction],
  );
  const move = useCallback(
    (order: Order, to: OrderStatus): Promise<boolean> => {
      const action = actions.find((one) => one.to === to);
      return action ? act(action, order) : Promise.resolve(false);
    },
    [actions, act],
  );
  const onMove = useCallback((order: Order, to: OrderStatus) => void move(order, to), [move]);
  const onOpen = useCallback(
    (uid: string) => {
      acknowledgeOrder(uid);
      onOpenOrder(uid);
    },
    [onOpenOrder],
  );
  return { act, move, onMove, onOpen };
}
