import type * as z from 'zod/mini';
import type { groupCard, orderGroup } from '#contract/groups.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import { readInstant, readMoney, WireError, writeInstant, writeMoney } from './amounts.ts';
import { readDetailRow, readPayment, writeDetailRow, writePayment } from './orders.ts';

export type WireGroupCard = z.infer<typeof groupCard>;
export type WireGroup = z.infer<typeof orderGroup>;

const readAmounts = (wire: Record<keyof OrderAmounts, number>, currency: Currency): OrderAmounts => ({
  subtotal: readMoney(wire.subtotal, currency),
  discount: readMoney(wire.discount, currency),
  delivery_amount: readMoney(wire.delivery_amount, currency),
  total: readMoney(wire.total, currency),
});

/** Wire group -> domain; `currency` is the store's. Throws WireError if it breaks the contract. */
export const readGroupCard = (
  { code_id: _code, type: _type, ...wire }: WireGroupCard,
  currency: Currency,
): OrderGroup & { readonly id: number } => ({
  ...wire,
  ...readAmounts(wire, currency),
  created_at: readInstant(wire.created_at),
});

export const readGroup = (
  { items, orders, payments, tip, last_move, ...card }: WireGroup,
  currency: Currency,
): OrderGroupDetail => ({
  ...readGroupCard(card, currency),
  items: items.map(({ order_id, ...row }) => ({ ...readDetailRow(row, currency), order_id })),
  orders: orders.map((o) => ({ ...o, total: readMoney(o.total, currency), created_at: readInstant(o.created_at) })),
  payments: payments.map((p) => readPayment(p, currency)),
  tip: readMoney(tip, currency),
  last_move: last_move && { ...last_move, at: readInstant(last_move.at) },
});

/** Throws for a group without an id: sending one would be a bug. */
export function writeGroupCard(group: OrderGroup, currency: Currency): WireGroupCard {
  if (group.id === null) throw new WireError(`group ${group.uid} has no id yet`);
  const amount = (field: keyof OrderAmounts): number => writeMoney(group[field], currency);
  return {
    id: group.id,
    uid: group.uid,
    code_id: group.code.id,
    code: { ...group.code },
    type: 'LOCAL',
    status: group.status,
    seller: group.seller && { ...group.seller },
    data: { ...group.data },
    subtotal: amount('subtotal'),
    discount: amount('discount'),
    delivery_amount: amount('delivery_amount'),
    total: amount('total'),
    billings_count: group.billings_count,
    waiting_count: group.waiting_count,
    created_at: writeInstant(group.created_at),
    ver: group.ver,
    rev: group.rev,
  };
}

export const writeGroup = (
  { items, orders, payments, tip, last_move, ...group }: OrderGroupDetail,
  currency: Currency,
): WireGroup => ({
  ...writeGroupCard(group, currency),
  items: items.map(({ order_id, ...row }) => ({ ...writeDetailRow(row, currency), order_id })),
  orders: orders.map((o) => ({ ...o, total: writeMoney(o.total, currency), created_at: writeInstant(o.created_at) })),
  payments: payments.map((p) => writePayment(p, currency)),
  tip: writeMoney(tip, currency),
  last_move: last_move && { ...last_move, at: writeInstant(last_move.at) },
});
