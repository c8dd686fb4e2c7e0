import { isErrorCode } from '#contract/errors.ts';
import type { Change, NotApplied } from '#domain/change.ts';
import { uuidTime } from '#domain/ids.ts';
import { orderStatuses } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import { instant, instantFromIso } from '#domain/time.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import { isCreateArgs, isDelayArgs, isRejectArgs, isStatusArgs } from '#data/orders/order-commands.ts';
import { isMessageArgs } from '#data/tickets/ticket-commands.ts';

/** What a command of the outbox does, whatever its version; 'unknown' when this one cannot read it. */
export function changeOf({ body }: Pick<Entry, 'body'>): Change {
  if (isStatusArgs(body)) return { kind: 'status', to: body.to };
  if (isRejectArgs(body)) return { kind: 'reject', reason: body.reason };
  if (isDelayArgs(body)) return { kind: 'delay', minutes: body.minutes };
  if (isCreateArgs(body)) {
    const { description, total } = body.provisional;
    return { kind: 'create', name: description, total, currency: body.currency };
  }
  if (isMessageArgs(body)) return { kind: 'message', text: body.message };
  return { kind: 'unknown' };
}

/** The device's wall clock at the tap, only to be shown; null for an id that was not made here. */
export function tappedAt({ cmdId }: Pick<Entry, 'cmdId'>): Instant | null {
  const ms = uuidTime(cmdId);
  return ms === null ? null : instant(ms);
}

/** Why an rejected command was not applied, read from what was kept of it. */
export const reasonOf = ({ entry, kind, code, message, found, by, at }: RejectedCommand): NotApplied => ({
  change: changeOf(entry),
  kind,
  code: isErrorCode(code) ? code : null,
  message,
  found: orderStatuses.find((status) => status === found) ?? null,
  by,
  at: at === null ? null : instantFromIso(at),
});
