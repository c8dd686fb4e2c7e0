import { commandTexts } from '#commands/commands.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import { isErrorCode } from '#contract/errors.ts';
import { uuidTime } from '#domain/ids.ts';
import { orderStatuses } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import { instant, instantFromIso } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import type { NotApplied } from '#texts/changes.ts';

/**
 * Title of a pending command, like 'Pedido 123 a Aceptado'. `number` is the order's number, null before the server
 * assigns one.
 */
export const changeTitle = (entry: Pick<Entry, 'type' | 'body'>, number: number | null): string =>
  commandTexts(entry).title(number);

/** The device's wall clock when the command was made, for display only; null if this device did not make the id. */
export function tappedAt({ cmdId }: Pick<Entry, 'cmdId'>): Instant | null {
  const ms = uuidTime(cmdId);
  return ms === null ? null : instant(ms);
}

/**
 * Why a command was not applied, from its rejection record. `told`: the command to describe, by default the rejected
 * one.
 */
export const reasonOf = (
  { entry, kind, code, message, found, by, at }: RejectedCommand,
  told: Pick<Entry, 'type' | 'body'> = entry,
): NotApplied => ({
  change: commandTexts(told),
  kind,
  code: isErrorCode(code) ? code : null,
  message,
  found: orderStatuses.find((status) => status === found) ?? null,
  by,
  at: at === null ? null : instantFromIso(at),
  // Who ends a table twice may have noted other payments, so only the same change of an order is the same.
  isSame:
    entry.entityType === orderEntity.name &&
    code === 'conflict' &&
    found !== null &&
    isObject(told.body) &&
    told.body['to'] === found,
});
