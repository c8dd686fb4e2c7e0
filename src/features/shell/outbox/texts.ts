import { orderName } from '#texts/order.ts';

const changes = (count: number): string => (count === 1 ? '1 cambio' : `${count} cambios`);

export const outboxTexts = {
  review: 'Para revisar',
  unsent: 'Por enviar',
  empty: 'Todo al día',
  understood: 'Entendido',
  understoodAll: 'Entendido todo',
  applyAgain: 'Aplicar igual',
  retry: 'Reintentar',
  retryNow: 'Reintentar ahora',
  discard: 'Descartar',
  poison: 'El servidor no pudo procesar este cambio.',
  unreadable: 'Esta versión de la aplicación no conoce este cambio. Se enviará al actualizarla.',
  settling: 'Comprobando…',
  sending: 'Enviando…',
  queued: 'Se enviará al volver la conexión',
  since: (when: string): string => `Desde: ${when}`,
  discardTitle: '¿Descartar este cambio?',
  discardText: 'También se descarta lo que hiciste después con el mismo pedido.',
  discardSent: 'Si ya llegó al servidor, queda aplicado.',
  /** «18 de 20 aplicados». */
  batch: (applied: number, total: number): string => `${applied} de ${total} aplicados`,
  batchUnknown: (count: number): string => `${changes(count)} de una acción sobre varios pedidos`,
  batchRefusedOnes: (numbers: readonly (number | null)[]): string =>
    `Para revisar: ${numbers.length === 1 ? 'pedido' : 'pedidos'} ${numbers.map((n) => n ?? 'sin número').join(', ')}`,
  notDone: 'No se pudo guardar en este dispositivo. Probá de nuevo.',
  expired: (number: number | null): string =>
    `Pasó demasiado tiempo y el cambio del ${orderName(number).toLowerCase()} no se envió.`,
  notApplied: (change: string): string => `No se pudo guardar: ${change}`,
  /** «Todo al día · 3 cambios enviados», but only when nothing is left to review. */
  sent: (count: number, toReview: boolean): string =>
    `${toReview ? '' : 'Todo al día · '}${changes(count)} ${count === 1 ? 'enviado' : 'enviados'}`,
} as const;
