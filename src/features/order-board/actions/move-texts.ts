import type { OrderStatus } from '#domain/order.ts';
import { isOnBoard } from '#domain/order.ts';
import { boardColumnLabels, orderName, orderStatusLabels } from '#texts/order.ts';

export const moveTexts = {
  /** «Pedido 248 pasó a Aceptados», «Pedido 248 finalizado». */
  moved: (number: number | null, to: OrderStatus): string =>
    isOnBoard(to)
      ? `${orderName(number)} pasó a ${boardColumnLabels[to]}`
      : to === 'COMPLETE'
        ? `${orderName(number)} finalizado`
        : `${orderName(number)} pasó a ${orderStatusLabels[to]}`,
  notUndone: (number: number | null): string => `${orderName(number)}: ya cambió de estado y no se deshizo.`,
  notSaved: 'No se pudo guardar',
  notOnDisk: (number: number | null): string =>
    `No pudimos guardar el cambio en este dispositivo. ${orderName(number)} quedó como estaba.`,
} as const;
