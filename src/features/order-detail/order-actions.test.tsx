import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/order.ts';
import { buildOrder } from '#testing/builders.ts';
import { Actions } from './order-actions.tsx';

const words = ['Rechazar', 'Demorar', 'Aceptar', 'Por entregar', 'Finalizar', 'Mover a…'];
const offered = (status: OrderStatus): string[] => {
  const nothing = (): void => {};
  const html = renderToStaticMarkup(<Actions order={buildOrder({ status })} onAsk={nothing} onMove={nothing} />);
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
