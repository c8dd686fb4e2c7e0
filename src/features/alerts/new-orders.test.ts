import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#domain/order.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import { toast } from '#ui/toast/toast.ts';
import type { NewOrdersPage } from './new-orders.ts';
import { createNewOrders } from './new-orders.ts';

const order = (number: number): Order => buildOrder({ id: number, number, uid: `uid-${number}`, status: 'PENDING' });
const page = (change: Partial<NewOrdersPage> = {}): NewOrdersPage => ({
  currency: buildStore().currency,
  onBoard: false,
  onAccept: vi.fn(),
  onSee: vi.fn(),
  onSeeAll: vi.fn(),
  ...change,
});
const shown = (): string[] => toast.current().shown.map(({ title, text }) => title ?? text);

beforeEach(() => toast.clear());

describe('the notice of new orders', () => {
  it('names one order, with what accepts and what opens it, for 10 s (B-43, B-44)', () => {
    const here = page();
    createNewOrders().add([order(5)], here);
    const [notice] = toast.current().shown;
    expect(notice).toMatchObject({ title: 'Pedido recibido Nro. 5', duration: 10_000 });
    expect([notice?.action?.label, notice?.secondary?.label]).toEqual(['Aceptar', 'Ver']);
    notice?.action?.onAction();
    expect(here.onAccept).toHaveBeenCalledWith(order(5));
  });

  it('is one for several orders, follows their number, and opens the board', () => {
    const here = page();
    const orders = createNewOrders();
    orders.add([order(1)], here);
    orders.add([order(2), order(3)], here);
    expect(shown()).toEqual(['3 pedidos nuevos']);
    expect(orders.named()).toBeNull();
    toast.current().shown[0]?.action?.onAction();
    expect(here.onSeeAll).toHaveBeenCalledTimes(1);
    orders.withdraw([order(1), order(3)], here);
    expect(shown()).toEqual(['Pedido recibido Nro. 2']);
    expect(orders.named()).toBe('uid-2');
    orders.withdraw([order(2)], here);
    expect(shown()).toEqual([]);
  });

  it('counts anew after it went away', () => {
    const orders = createNewOrders();
    orders.add([order(1), order(2)], page());
    toast.dismiss('new-orders');
    orders.add([order(3)], page());
    expect(shown()).toEqual(['Pedido recibido Nro. 3']);
  });

  it('is not over the board, where «Avisos» still has it, and leaves when the board opens', () => {
    const orders = createNewOrders();
    orders.add([order(1)], page({ onBoard: true }));
    expect(shown()).toEqual([]);
    expect(toast.current().log.map((t) => t.title)).toEqual(['Pedido recibido Nro. 1']);
    orders.add([order(2)], page());
    orders.dismiss();
    expect(shown()).toEqual([]);
  });
});
