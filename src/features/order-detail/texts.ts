import { orderName } from '#texts/order.ts';

export const detailTexts = {
  title: (number: number | null): string => (number === null ? orderName(null) : `Pedido N° ${number}`),
  missing: 'Pedido',
  removed: 'Este pedido ya no está en la tienda.',
  loading: 'Cargando el pedido…',
  updated: 'Actualizado recién',
  finished: {
    COMPLETE: 'Desde otro dispositivo finalizaron este pedido.',
    REJECTED: 'Desde otro dispositivo rechazaron este pedido.',
  },
  changePaymentsName: 'Cambiar la forma de pago',
  previous: 'Pedido anterior',
  next: 'Pedido siguiente',
  customer: 'Cliente',
  confidence: 'Confianza del cliente',
  /** B-79. */
  resume: (success: number, falseOrders: number): string =>
    `${success === 1 ? '1 pedido exitoso' : `${success} pedidos exitosos`} · ${falseOrders === 1 ? '1 falso' : `${falseOrders} falsos`}`,
  confidenceValue: (value: number): string => `${String(value).replace('.', ',')} de 10`,
  seller: 'Vendedor',
  chat: 'Enviar mensaje',
  address: 'Dirección',
  directions: 'Cómo llegar',
  map: 'Mapa de la dirección',
  pin: 'Ubicación sin mapa',
  comments: 'Comentarios',
  products: 'Productos',
  noProducts: 'No hay productos.',
  payments: 'Forma de pago',
  noPayments: 'Sin forma de pago cargada',
  /** N-26. */
  gap: (lower: boolean, amount: string): string =>
    `¡Atención! Los pagos son ${lower ? 'menores' : 'mayores'} al total por ${amount}.`,
  paysWith: (amount: string): string => `Paga con ${amount}`,
  change: (amount: string): string => `Vuelto: ${amount}`,
  subtotal: 'Subtotal',
  discount: 'Descuento general',
  promocode: (code: string): string => `Código ${code}`,
  difference: (sold: string, listed: string): string =>
    `Se tomó sin conexión con otros precios: se vendió a ${sold} y en la tienda sumaba ${listed}.`,
  /** After another change of the order, only the difference itself is still correct. */
  differenceOnce: (difference: string): string =>
    `Se tomó sin conexión con otros precios: al venderlo, el total difería en ${difference}.`,
  delivery: 'Envío',
  total: 'Total',
  times: 'Tiempos',
  created: 'Creado',
  scheduled: 'Programado para',
  ready: 'Tiempo de entrega',
  rejected: 'Motivo del rechazo',
  tracking: 'Seguimiento',
  rider: (name: string): string => `Repartidor: ${name}`,
  otherStatus: 'Cambiar a otro estado',
  options: 'Opciones del pedido',
  moveTo: 'Mover a…',
} as const;

export const itemTexts = {
  title: '¿Eliminar este producto?',
  /** B-69. */
  confirm: 'Sí, eliminar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  /** B-68. */
  removed: 'El item fue eliminado.',
  total: (before: string, after: string): string => `El total pasa de ${before} a ${after}.`,
  payments: 'Los pagos quedan como están.',
  offline: 'Necesitás conexión para eliminar un producto',
  /** N-12. */
  last: 'El pedido debe tener al menos un producto.',
  gone: 'Ese producto ya no está en el pedido.',
} as const;
