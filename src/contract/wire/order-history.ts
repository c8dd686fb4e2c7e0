import type * as z from 'zod/mini';
import { type HistoryEntry, mapOrderEvent } from '#domain/order-history.ts';
import type { Currency } from '#domain/money.ts';
import type { historyEntry } from '#contract/order-history.ts';
import { readInstant, readMoney, writeInstant, writeMoney } from './amounts.ts';

/** Apart from the order itself, which every screen reads. */
export type WireHistoryEntry = z.infer<typeof historyEntry>;

/** Wire entry of the history -> domain; `currency` is the store's. Throws WireError if it breaks the contract. */
export const readHistoryEntry = (
  { at, actor, device, authorised_by, ...event }: WireHistoryEntry,
  currency: Currency,
): HistoryEntry => ({
  at: readInstant(at),
  actor,
  device,
  ...(authorised_by !== undefined && { authorised_by }),
  event: mapOrderEvent(event, (value) => readMoney(value, currency), readInstant),
});

export const writeHistoryEntry = (
  { at, actor, device, authorised_by, event }: HistoryEntry,
  currency: Currency,
): WireHistoryEntry => ({
  ...mapOrderEvent(event, (value) => writeMoney(value, currency), writeInstant),
  at: writeInstant(at),
  actor,
  device,
  ...(authorised_by !== undefined && { authorised_by }),
});
