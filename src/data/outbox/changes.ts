import { commandTexts } from '#commands/commands.ts';
import { isErrorCode } from '#contract/errors.ts';
import { uuidTime } from '#domain/ids.ts';
import { orderStatuses } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import { instant, instantFromIso } from '#domain/time.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import type { NotApplied } from '#texts/changes.ts';

/** 'Pedido 123 a Aceptado': what a command of the outbox does; `number` is the order's, null while it has none. */
export const changeTitle = (entry: Pick<Entry, 'type' | 'body'>, number: number | null): string =>
  commandTexts(entry).title(number);

/** The device's wall clock at the tap, only to be shown; null for an id that was not made here. */
export function tappedAt({ cmdId }: Pick<Entry, 'cmdId'>): Instant | null {
  const ms = uuidTime(cmdId);
  return ms === null ? null : instant(ms);
}

/** Why a command was not applied, read from what was kept of it. `told`: the command that is told of, its own by default. */
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
});
