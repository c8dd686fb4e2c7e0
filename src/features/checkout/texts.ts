import type { MissingPart } from '#domain/checkout.ts';

export const checkoutTexts = {
  title: 'Datos del pedido',
  back: 'Volver al catálogo',
  customer: 'Cliente',
  name: 'Nombre',
  phone: 'Teléfono',
  invalidPhone: 'Teléfono inválido',
  required: 'Este campo es obligatorio',
  comments: 'Comentarios',
  seller: 'Vendedor',
  noSeller: 'Sin vendedor',
  address: 'Dirección de entrega',
  changeAddress: 'Cambiar',
  chooseAddress: 'Elegir la dirección',
  retry: 'Reintentar',
  missing: (parts: readonly MissingPart[]): string => `Falta: ${parts.map((p) => missingLabels[p]).join(', ')}`,
  taken: (number: number | null): string => (number === null ? 'Pedido tomado' : `Pedido ${number} tomado`),
  saved: 'Guardado. Se enviará al volver la conexión',
  discarded: 'Descartaste este pedido: no se tomó.',
  notSaved: 'No pudimos guardar el pedido en este dispositivo. Liberá espacio y probá de nuevo.',
  openCashbox: 'Abrir caja',
  waiting:
    'Esperando conexión: sin red hace falta un costo de envío de los últimos 30 minutos. El pedido queda en este dispositivo.',
  payingOffline: 'Necesitás conexión para cobrar en línea. Elegí otra forma de pago.',
  totalChanged: (before: string, now: string): string => `El total pasó de ${before} a ${now}.`,
  count: (used: number, max: number): string => `${used} de ${max}`,
} as const;

const missingLabels: Readonly<Record<MissingPart, string>> = {
  items: 'productos',
  review: 'revisar productos que cambiaron',
  address: 'dirección',
  shipping: 'costo de envío',
  minimum: 'llegar al pedido mínimo',
  phone: 'teléfono',
  payment: 'forma de pago',
  amount: 'importe de un pago',
  cash: 'con cuánto pagará',
  when: 'tiempo de entrega',
};
