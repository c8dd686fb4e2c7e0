import type { Change, NotApplied } from '#domain/change.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';
import { errorTexts } from './errors.ts';
import { orderName, orderStatusLabels, rejectReasonLabels } from './order.ts';
import { shortDateLabel } from './time.ts';

/** «ya fue Entregado», «ya pasó a Por entregar»: the words of the statuses are fixed, their grammar is not. */
const alreadyWords: Readonly<Record<OrderStatus, string>> = {
  PAYING: `ya pasó a ${orderStatusLabels.PAYING}`,
  PENDING: `ya pasó a ${orderStatusLabels.PENDING}`,
  ACCEPTED: `ya fue ${orderStatusLabels.ACCEPTED}`,
  DELIVER: `ya pasó a ${orderStatusLabels.DELIVER}`,
  COMPLETE: `ya fue ${orderStatusLabels.COMPLETE}`,
  REJECTED: `ya fue ${orderStatusLabels.REJECTED}`,
};

/** 'Pedido 123 a Aceptado', 'Pedido nuevo · Ana · $ 1.200,00'; `number` is null while only this device knows the order. */
export function changeTitle(change: Change, number: number | null): string {
  const name = orderName(number);
  switch (change.kind) {
    case 'status':
      return `${name} a ${orderStatusLabels[change.to]}`;
    case 'reject':
      return `${name} a ${orderStatusLabels.REJECTED} · ${rejectReasonLabels[change.reason]}`;
    case 'delay':
      return `${name} · +${change.minutes} min`;
    case 'create':
      return [orderName(null), change.name, formatMoney(change.total, change.currency)].filter(Boolean).join(' · ');
    case 'message':
      return `Mensaje a soporte · ${change.text}`;
    case 'unknown':
      return number === null ? 'Cambio de otra versión' : name;
  }
}

function notApplied(change: Change): string {
  switch (change.kind) {
    case 'status':
      return `Tu cambio a ${orderStatusLabels[change.to]} no se aplicó.`;
    case 'reject':
      return `Tu cambio a ${orderStatusLabels.REJECTED} no se aplicó.`;
    case 'delay':
      return `Tu demora de +${change.minutes} min no se aplicó.`;
    case 'create':
      return 'El pedido no se tomó.';
    case 'message':
      return 'Tu mensaje no se envió.';
    case 'unknown':
      return 'Tu cambio no se aplicó.';
  }
}

/** '20:14' on the day of `now`, else 'sáb 21 nov 20:14'. */
function hourOf(at: Instant, now: Instant, zone: string): string {
  const wall = wallTime(at, zone);
  return wall.date === wallTime(now, zone).date ? wall.hour : `${shortDateLabel(wall.date)} ${wall.hour}`;
}

/**
 * 'El pedido 123 ya fue Entregado por Ana 20:14. Tu cambio a Rechazado no se aplicó.' (offline engine, What people see); without a
 * conflict the server's words, else ours for its code. Always a sentence, never a code. `number` is the order's, null
 * while only this device knows it.
 */
export function notAppliedText(why: NotApplied, number: number | null, now: Instant, zone: string): string {
  const { change, found, by, at } = why;
  if (why.kind === 'expired') return errorTexts.expired;
  if (why.code === 'conflict' && found !== null && change.kind !== 'create') {
    const who = by === null ? '' : ` por ${by}`;
    const when = at === null ? '' : ` ${hourOf(at, now, zone)}`;
    return `El ${orderName(number).toLowerCase()} ${alreadyWords[found]}${who}${when}. ${notApplied(change)}`;
  }
  return why.code === null ? notApplied(change) : why.message || errorTexts[why.code];
}
