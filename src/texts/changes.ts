import type { ErrorCode } from '#domain/errors.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';
import { errorTexts } from './errors.ts';
import { orderName, orderStatusLabels } from './order.ts';
import { shortDateLabel } from './time.ts';

/** «ya fue Entregado», «ya pasó a Por entregar»: each status needs its own verb. */
const alreadyWords: Readonly<Record<OrderStatus, string>> = {
  PAYING: `ya pasó a ${orderStatusLabels.PAYING}`,
  PENDING: `ya pasó a ${orderStatusLabels.PENDING}`,
  ACCEPTED: `ya fue ${orderStatusLabels.ACCEPTED}`,
  DELIVER: `ya pasó a ${orderStatusLabels.DELIVER}`,
  COMPLETE: `ya fue ${orderStatusLabels.COMPLETE}`,
  REJECTED: `ya fue ${orderStatusLabels.REJECTED}`,
};

const tableWords: Readonly<Record<OrderStatus, string>> = {
  ...alreadyWords,
  COMPLETE: 'ya fue finalizada',
  REJECTED: 'ya fue rechazada',
};

/** Why a command ended without being applied. */
export interface NotApplied {
  /** The command's sentence for a failure, and whether the command creates an entity. */
  readonly change: {
    readonly notApplied: string;
    readonly place?: string;
    readonly contents?: string;
    readonly creates: boolean;
  };
  readonly kind: 'refused' | 'expired';
  /** Null for a code that this version does not know. Its message is then not shown, because it may be no sentence. */
  readonly code: ErrorCode | null;
  readonly message: string;
  /** The server's status, who set it and when; null if the server did not say. */
  readonly found: OrderStatus | null;
  readonly by: string | null;
  readonly at: Instant | null;
  /** The person wanted what the other one has done: nothing is left to decide. */
  readonly isSame: boolean;
}

/** '20:14' if it is the same day as `now`, else 'sáb 21 nov 20:14'. */
function hourOf(at: Instant, now: Instant, zone: string): string {
  const wall = wallTime(at, zone);
  return wall.date === wallTime(now, zone).date ? wall.hour : `${shortDateLabel(wall.date)} ${wall.hour}`;
}

/** 'El pedido 123 ya fue Entregado por Ana 20:14.' */
function alreadyText(
  { change, found, by, at }: NotApplied,
  number: number | null,
  now: Instant,
  zone: string,
): string | null {
  if (found === null) return null;
  const who = by === null ? '' : ` por ${by}`;
  const when = at === null ? '' : ` ${hourOf(at, now, zone)}`;
  const what =
    change.place === undefined
      ? `El ${orderName(number).toLowerCase()} ${alreadyWords[found]}`
      : `${change.place} ${tableWords[found]}`;
  return `${what}${who}${when}.`;
}

/**
 * 'El pedido 123 ya fue Entregado por Ana 20:14. Tu cambio a Rechazado no se aplicó.' (offline engine, What people
 * see). Without a conflict: the server's message, or our text for its code, and what was not done. Always a sentence,
 * never a code. `number` is the order's number, null before the server assigns it.
 */
export function notAppliedText(why: NotApplied, number: number | null, now: Instant, zone: string): string {
  const { change } = why;
  if (why.kind === 'expired') return errorTexts.expired;
  const already = why.code === 'conflict' && !change.creates ? alreadyText(why, number, now, zone) : null;
  if (already !== null) return why.isSame ? already : `${already} ${change.notApplied}`;
  return why.code === null ? change.notApplied : `${why.message || errorTexts[why.code]} ${change.notApplied}`;
}
