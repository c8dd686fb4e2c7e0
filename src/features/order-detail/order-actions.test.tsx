import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OrderAction } from '#data/orders/order-action.ts';
import type { OrderStatus } from '#domain/order.ts';
import { delayAction, rejectAction, statusActions } from '#domain/order-actions.ts';
import { orderActionLabels, stepLabels } from '#texts/order.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { OrderActionBar } from './order-actions.tsx';

const place = { place: 'card', icon: null } as const;
const run = (): boolean => true;
const list: readonly OrderAction[] = [
  ...statusActions.map((rule): OrderAction => ({ ...rule, ...place, label: () => stepLabels[rule.to], run })),
  { ...delayAction, ...place, label: () => orderActionLabels.delay, dialog: 'delay' },
  { ...rejectAction, ...place, label: () => orderActionLabels.reject, dialog: 'reject', danger: true },
];
const words = ['Rechazar', 'Demorar', 'Aceptar', 'Por entregar', 'Finalizar', 'Mover a…'];
const offered = (status: OrderStatus): string[] => {
  const nothing = (): Promise<boolean> => Promise.resolve(true);
  const html = renderToStaticMarkup(
    <OrderActionBar actions={list} order={buildOrder({ status })} store={buildStore()} onAction={nothing} />,
  );
  return words.filter((word) => html.includes(`>${word}<`));
};

describe('the actions of an open order', () => {
  it.each<[OrderStatus, string[]]>([
    ['PENDING', ['Rechazar', 'Demorar', 'Aceptar']],
    ['ACCEPTED', ['Rechazar', 'Demorar', 'Por entregar']],
    ['DELIVER', ['Rechazar', 'Demorar', 'Finalizar']],
    ['COMPLETE', ['Rechazar', 'Mover a…']],
    ['REJECTED', ['Mover a…']],
    ['PAYING', ['Rechazar', 'Demorar']],
  ])('of one that is %s are those of the status table (B-57, B-58, B-60, D-19)', (status, actions) => {
    expect(offered(status)).toEqual(actions);
  });
});
