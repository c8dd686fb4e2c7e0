import type { OrderAction } from '#data/orders/order-action.ts';
import { delayAction, rejectAction, statusActions } from '#domain/order-actions.ts';
import { isOnBoard } from '#domain/order.ts';
import { boardColumnLabels, orderActionLabels, orderStatusLabels, stepLabels } from '#texts/order.ts';
import { IconArrowRight, IconCheck, IconClock, IconClose } from '#ui/icons.tsx';
import { moveOrder } from './move-order.ts';

/** The board's actions on an order: the status table's transitions, delay, rejection (B-57, B-58, B-60). */
export const boardActions: readonly OrderAction[] = [
  ...statusActions.map((rule): OrderAction => {
    const { to } = rule;
    return {
      ...rule,
      place: 'card',
      icon: to === 'DELIVER' ? <IconArrowRight size={22} /> : <IconCheck size={22} />,
      label: () => stepLabels[to],
      destination: { column: isOnBoard(to) ? boardColumnLabels[to] : stepLabels[to], status: orderStatusLabels[to] },
      run: (order, store) => moveOrder(order, to, store),
    };
  }),
  {
    ...delayAction,
    place: 'card',
    icon: <IconClock size={22} />,
    label: () => orderActionLabels.delay,
    dialog: 'delay',
  },
  {
    ...rejectAction,
    place: 'card',
    icon: <IconClose size={22} />,
    label: () => orderActionLabels.reject,
    danger: true,
    dialog: 'reject',
  },
];
