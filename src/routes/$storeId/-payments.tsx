import { useNavigate } from '@tanstack/react-router';
import { retryOrderPayment } from '#data/paying/retry-payment.ts';
import { isNumbered } from '#data/orders/order-edits.ts';
import type { Order } from '#domain/order.ts';
import { needsCard, startsPayment } from '#domain/paying.ts';
import { paymentsAgain } from '#domain/payments.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import type { PayAgain } from '#features/paying/pay-again.tsx';
import { PaymentWays } from '#features/paying/pay-again.tsx';
import { orderName, placeLabel } from '#texts/order.ts';

/** 'Pedido 12 · Take away · Ana'. */
export const paidSubject = (order: Order): string =>
  [orderName(order.number), placeLabel(order), order.description ?? order.user?.fullname ?? '']
    .filter(Boolean)
    .join(' · ');

interface AgainWays {
  /** A new attempt has begun. */
  readonly onPaying: () => void;
  /** Opens the order's payments; `again`: with the refused one as a new one, which asks for a card. */
  readonly onOther: (again: boolean) => void;
}

/** How a refused payment of an order is charged again; null: none was refused, or this member may not. */
export function orderPayAgain(store: Store, order: Order | null, { onPaying, onOther }: AgainWays): PayAgain | null {
  if (order === null || !isNumbered(order) || !can('order.changePayments', store, order)) return null;
  const rows = paymentsAgain(order.payments, order.total);
  const refused = rows?.find((row) => startsPayment(row.method) && !order.payments.some((p) => p.id === row.key));
  if (rows === null || !refused) return null;
  return {
    other: () => onOther(false),
    async retry() {
      if (needsCard(refused.method)) {
        onOther(true);
        return null;
      }
      const words = await retryOrderPayment(store, order, rows);
      if (words === null) onPaying();
      return words;
    },
  };
}

interface OrderPaymentWaysProps {
  readonly order: Order;
  readonly store: Store;
  readonly onOther: (again: boolean) => void;
}

/** Below the payments in an order's detail: «Los pagos», the payment in progress, and what to do after a refusal. */
export function OrderPaymentWays({ order, store, onOther }: OrderPaymentWaysProps) {
  const navigate = useNavigate();
  const params = { storeId: String(store.id), type: 'order', id: String(order.id) } as const;
  const onPaying = (): void => void navigate({ to: '/$storeId/paying/$type/$id', params });
  const again = orderPayAgain(store, order, { onPaying, onOther });
  // The orders of a table are paid with it (Y-10).
  if (order.id === null || order.order_group_id !== null || !can('payment.read', store)) return null;
  return (
    <PaymentWays
      again={again}
      payable={{ type: 'order', id: order.id }}
      store={store}
      subject={paidSubject(order)}
      onPaying={order.status === 'PAYING' ? onPaying : null}
    />
  );
}
