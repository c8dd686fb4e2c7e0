import type { WireGroup } from '#contract/wire/groups.ts';
import { readGroupCard } from '#contract/wire/groups.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { isObject } from '#domain/unknown.ts';
import { defineEntity } from '#sync/entity.ts';
import type { Register } from '#sync/enqueue.ts';
import type { SendOutcome, Snapshot } from '#sync/entry.ts';
import { outcomeOf } from '#commands/outcome.ts';
import { textOr } from '#commands/schema.ts';

/** The groups of a store's tables, by uid, because a new group has no id yet. */
export const groupEntity = defineEntity<OrderGroup>('order-group');

export const groupSnapshot = (group: OrderGroup): Snapshot => groupEntity.snapshot(group.uid, group.ver, group);

/** One lane for a table: its opening, its orders and its end are sent in this order. */
export const groupLane = (uid: string): string => `group:${uid}`;

export const groupRegister = ({ rev, status }: OrderGroup): Register => ({ rev, seen: status });

/** A group as answers and events carry it; null for another version's form. Rows and payments stay out of the engine. */
export function readGroupBody(wire: unknown, currency: Currency): OrderGroup | null {
  try {
    return isWireCard(wire) ? cardOf(wire, currency) : null;
  } catch {
    return null;
  }
}

function cardOf(wire: WireGroup, currency: Currency): OrderGroup {
  const { items: _items, orders: _orders, payments: _payments, tip: _tip, last_move: _move, ...card } = wire;
  return readGroupCard(card, currency);
}

const isWireCard = (value: unknown): value is WireGroup =>
  isObject(value) &&
  typeof value['uid'] === 'string' &&
  typeof value['rev'] === 'number' &&
  typeof value['status'] === 'string' &&
  isObject(value['code']);

/** Runs a call that returns the current group. */
export const groupOutcome = (call: () => Promise<WireGroup>, currency: Currency): Promise<SendOutcome> =>
  outcomeOf(
    async () => [groupSnapshot(cardOf(await call(), currency))],
    (body) => {
      const read = isObject(body) ? body : {};
      const current = readGroupBody(read['current'], currency);
      return {
        snapshots: current ? [groupSnapshot(current)] : [],
        found: current?.status ?? null,
        by: isObject(read['by']) ? textOr(read['by']['fullname'], null) : null,
        at: textOr(read['at'], null),
      };
    },
  );
