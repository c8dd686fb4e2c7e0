import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Address, OrderWhen } from '#domain/order.ts';
import type { ShippingCost } from '#domain/shipping.ts';
import type { Code, ServiceType } from '#domain/store.ts';
import type { PromocodeRefusal } from '#domain/promocode.ts';

/** Texts that catalog, cart and checkout share. */
export const orderTakingTexts = {
  cart: 'Detalle del pedido',
  next: 'Siguiente',
  finish: 'Finalizar',
  sending: 'Enviando...',
  noProducts: 'No hay productos.',
  cleared: 'Vaciaste el pedido',
  immediate: 'Inmediato',
} as const;

/** '3 Productos', '1 Producto' (C-03). */
export const productCount = (count: number): string => `${count} ${count === 1 ? 'Producto' : 'Productos'}`;

interface Destination {
  readonly type: ServiceType;
  readonly code: Pick<Code, 'description'> | null;
}

/** The destination in the order's header (C-50, C-51, C-52, C-54). */
export function destinationLabel({ type, code }: Destination): string {
  switch (type) {
    case 'LOCAL':
      return code ? `En ${code.description}` : 'En el local';
    case 'TAKEAWAY':
      return 'Take away';
    case 'DELIVERY':
      return 'Enviar a';
  }
}

/** 'Av. Corrientes 3499 · 2 B', or 'Sin descripción' (C-52). */
export const addressLabel = (address: Pick<Address, 'address_line_1' | 'address_line_2'> | null): string =>
  address ? [address.address_line_1, address.address_line_2].filter(Boolean).join(' · ') : 'Sin descripción';

/** The destination in one line: 'Enviar a: Av. Corrientes 3499 · 2 B' (C-52). */
export const destinationLine = (order: Destination & { readonly address: Address | null }): string =>
  order.type === 'DELIVERY' ? `${destinationLabel(order)}: ${addressLabel(order.address)}` : destinationLabel(order);

/** 'Inmediato', or the chosen day and hour. */
export const whenChoiceLabel = (when: OrderWhen | null): string | null =>
  when?.option === 'scheduled' ? when.description : when && orderTakingTexts.immediate;

/** Notices about weather and demand for a delivery (K-55, K-56). */
export const deliveryNotices = ({ raining, high_wait }: Pick<ShippingCost, 'raining' | 'high_wait'>): string[] => [
  ...(raining ? ['El pedido puede sufrir demoras debido a las condiciones climáticas.'] : []),
  ...(high_wait ? ['El costo puede variar debido a las altas esperas en la zona del cliente.'] : []),
];

/** K-54. */
export const minimumText = (minimum: Money, currency: Currency): string =>
  `Pedido mínimo: ${formatMoney(minimum, currency)}`;

/** 'Envío $ 1.200,00 · Gratis desde $ 20.000,00', or 'Envío gratis' if the subtotal reaches the limit (K-53). */
export function shippingCostText(
  cost: Pick<ShippingCost, 'fee_base' | 'fee_free'>,
  subtotal: Money,
  currency: Currency,
): string {
  const free = cost.fee_free;
  if (cost.fee_base === 0 || (free !== null && subtotal >= free)) return 'Envío gratis';
  const fee = `Envío ${formatMoney(cost.fee_base, currency)}`;
  return free === null ? fee : `${fee} · Gratis desde ${formatMoney(free, currency)}`;
}

/** N-39. */
export const promocodeRefusals: Readonly<Record<PromocodeRefusal, string>> = {
  unknown: 'El código promocional no existe.',
  expired: 'El código promocional venció.',
  'not-applicable': 'El código promocional no aplica a este pedido.',
};
