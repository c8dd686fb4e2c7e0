import type { OrderSubmission } from '#contract/orders.ts';
import { commandNames, orderEntity } from '#data/orders/order-commands.ts';
import type { CreateArgs, DelayArgs, RejectArgs, StatusArgs } from '#data/orders/order-commands.ts';
import { money } from '#domain/money.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { delayChoices } from '#domain/order-delay.ts';
import { nextStatus, statusTargets } from '#domain/order-status.ts';
import { rejectReasons } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import type { Request } from '#sync/engine-types.ts';
import { buildLine, buildOrder } from '#testing/builders.ts';
import type { Tab } from './tab.ts';

/** Costs 1138.29: an amount that binary fractions cannot hold. */
export const soldItem = { id: 3, name: 'Empanada de humita', minor: 113_829 } as const;

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** The orders that a person sees and may touch (a card on its way cannot be dragged). */
function touchable(tab: Tab): Order[] {
  return [...tab.engine.getView().entities.values()].filter((f) => f.sync !== 'sending').map((f) => f.body);
}

const about = (uid: string, seen: string | null) =>
  ({ lane: `order:${uid}`, entityType: orderEntity, entityId: uid, seen }) as const;

const common = { storeId: memoryStore.id, currency: memoryStore.currency } as const;
const shown = (wall: number) => ({ at: wall, delayMinutes: memoryStore.status.delay });

export interface Sale {
  readonly request: Request;
  readonly body: OrderSubmission;
  readonly uid: string;
  /** Minor units. */
  readonly total: number;
}

/** A new order of one to nine empanadas. */
export function sale(uid: string, pick: number, wall: number): Sale {
  const quantity = 1 + (pick % 9);
  const total = soldItem.minor * quantity;
  const submission: OrderSubmission = {
    uid,
    type: 'LOCAL',
    when: { option: 'immediate' },
    payments: [{ method: 'cash', amount: total / 100, option: 'cash', type: 'exact', value: null }],
    items: [
      {
        id: soldItem.id,
        name: soldItem.name,
        quantity,
        unit_price: soldItem.minor / 100,
        discount: 0,
        comments: null,
        additionals: [],
        price: total / 100,
      },
    ],
    subtotal: total / 100,
    discount: 0,
    delivery_amount: 0,
    total: total / 100,
    seller_id: null,
    description: null,
    phone: null,
    comments: null,
    code: 1,
  };
  const now = instant(wall);
  const provisional: Order = {
    ...buildOrder({ items: [buildLine({ quantity, unit_price: money(soldItem.minor) })] }),
    id: null,
    uid,
    number: null,
    created_at: now,
    updated_at: now,
    ver: 0,
  };
  const body: CreateArgs = { ...common, submission, provisional };
  return { request: { ...about(uid, null), type: commandNames.create, body }, body: submission, uid, total };
}

function statusTap(order: Order, to: OrderStatus, wall: number): Request {
  const body: StatusArgs = { ...common, to, ...shown(wall) };
  return { ...about(order.uid, order.status), type: commandNames.status, body };
}

export type TapKind = 'next' | 'status' | 'reject' | 'delay';

/** What a person could do here, as the screens offer it; null when there is nothing to tap on. */
export function tap(kind: TapKind, tab: Tab, pick: number, wall: number): Request | null {
  const order = at(touchable(tab), pick);
  if (!order) return null;
  switch (kind) {
    case 'next': {
      const to = nextStatus(order.status);
      return to && statusTap(order, to, wall);
    }
    case 'status': {
      const to = at(statusTargets[order.status], pick >> 3);
      return to ? statusTap(order, to, wall) : null;
    }
    case 'reject': {
      if (order.status === 'REJECTED') return null;
      const body: RejectArgs = { ...common, reason: at(rejectReasons, pick) ?? 'by_store', sentence: 'No hay' };
      return { ...about(order.uid, order.status), type: commandNames.reject, body };
    }
    case 'delay': {
      if (order.status === 'COMPLETE' || order.status === 'REJECTED') return null;
      const body: DelayArgs = { ...common, minutes: at(delayChoices, pick) ?? 5, at: wall };
      return { ...about(order.uid, null), type: commandNames.delay, body };
    }
  }
}

/** 'Aceptar todos' (B-34). */
export const acceptAll = (tab: Tab, batchId: string, wall: number): Request[] =>
  touchable(tab)
    .filter((o) => o.status === 'PENDING')
    .map((o) => ({ ...statusTap(o, 'ACCEPTED', wall), batchId }));
