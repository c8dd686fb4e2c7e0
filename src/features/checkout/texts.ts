import type { MissingPart } from '#domain/cart.ts';

export const checkoutTexts = {
  title: 'Datos del pedido',
  back: 'Volver al catálogo',
  customer: 'Cliente',
  name: 'Nombre',
  phone: 'Teléfono',
  invalidPhone: 'Teléfono inválido',
  comments: 'Comentarios',
  seller: 'Vendedor',
  noSeller: 'Sin vendedor',
  payment: 'Forma de pago',
  removePayments: 'Quitar pagos',
  exact: 'Importe exacto',
  when: 'Tiempo de entrega',
  noOptions: 'No hay opciones disponibles.',
  missing: (parts: readonly MissingPart[]): string => `Falta: ${parts.map((p) => missingLabels[p]).join(', ')}`,
  taken: (number: number | null): string => (number === null ? 'Pedido tomado' : `Pedido ${number} tomado`),
  saved: 'Guardado. Se enviará al volver la conexión',
  discarded: 'Descartaste este pedido: no se tomó.',
  notSaved: 'No pudimos guardar el pedido en este dispositivo. Liberá espacio y probá de nuevo.',
  count: (used: number, max: number): string => `${used} de ${max}`,
} as const;

const missingLabels: Readonly<Record<MissingPart, string>> = {
  type: 'tipo de pedido',
  when: 'tiempo de entrega',
  items: 'productos',
  payment: 'forma de pago',
  phone: 'teléfono',
  address: 'dirección',
};
