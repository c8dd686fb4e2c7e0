import type { OrderStatus } from '#domain/order.ts';
import { orderStatusLabels } from '#texts/order.ts';
import type { Tone } from './badge.tsx';
import { StateTag } from './badge.tsx';

const tones: Readonly<Record<OrderStatus, Tone>> = {
  PAYING: 'paying',
  PENDING: 'waiting',
  ACCEPTED: 'preparation',
  DELIVER: 'ready',
  COMPLETE: 'neutral',
  REJECTED: 'danger',
};

/** The status of an order as shape, word and colour. */
export const OrderStatusTag = ({ status }: { readonly status: OrderStatus }) => (
  <StateTag state={tones[status]}>{orderStatusLabels[status]}</StateTag>
);
