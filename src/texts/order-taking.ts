import type { Code, ServiceType } from '#domain/store.ts';

/** Words that catalog, cart and checkout share. */
export const orderTakingTexts = {
  cart: 'Detalle del pedido',
  next: 'Siguiente',
  finish: 'Finalizar',
  sending: 'Enviando...',
  noProducts: 'No hay productos.',
  cleared: 'Vaciaste el pedido',
  immediate: 'Inmediato',
} as const;

/** '3 Productos', 'Producto' for 1 alone (C-03). */
export const productCount = (count: number): string => `${count} ${count === 1 ? 'Producto' : 'Productos'}`;

interface Destination {
  readonly type: ServiceType;
  readonly code: Pick<Code, 'description'> | null;
}

/** Who or where, as the order's header says it (C-50, C-51, C-52). */
export function destinationLabel({ type, code }: Destination): string {
  switch (type) {
    case 'LOCAL':
      return code ? `En ${code.description}` : 'En local';
    case 'TAKEAWAY':
      return 'Take away';
    case 'DELIVERY':
      return 'Enviar a';
  }
}
